#!/bin/sh
# Installs Kituo on a machine, brings a newer version in, or takes the program away again.
# POSIX sh, without network of its own. Everything happens in main, which the last line calls: a
# file that was cut off does nothing.

set -eu
umask 022

usage() {
  cat <<'END'
Usage: install.sh [options]                   installs, or brings a newer version in
       install.sh --rollback [options]        goes back to the version before
       install.sh --uninstall [options]       takes the program away; data and backups stay
       install.sh --purge --confirm HOST      takes data and configuration away too; backups stay
       install.sh --show-unit                 prints the unit it writes here, for kituo update apply

  --binary FILE          the program; without it the file kituo beside this script
  --version-file FILE    holds the version, where the program should not be asked
  --prefix DIR           where versions lie (/opt/kituo)
  --data-dir DIR         the data (/var/lib/kituo)
  --config-dir DIR       the configuration (/etc/kituo)
  --backup-dir DIR       the backups (/var/backups/kituo)
  --root DIR             everything below this folder; no accounts are made there
  --user NAME            the account that runs it (kituo)
  --listen HOST:PORT     written into a new configuration
  --postgres-url-file F  the address of the database, postgres://user:password@host/name
  --try                  from a clone: sets it up for one person, without root
  --answers FILE         sets the hospital up with `kituo init --answers`; its recovery_out
                         names the file for the words that open the backups
  --service-program FILE starts, stops and restarts it where there is no systemd
  --health-timeout S     how long a start may take (120)
  --key FILE             the seller's public key, for SHA256SUMS.sig beside the program
  --accept-new-key HASH  another key than the one kept here, by its fingerprint
  --allow-unsigned       an own build, or one whose signature nobody checked
  --no-systemd, --no-start, --no-enable, --no-last-backup, --offline
  --verify-only          checks the program and stops
  --yes                  asks nothing
  --dry-run              says what would be done, and does nothing
END
}

say() { printf '%s\n' "$*"; }
fail() {
  status=$1
  shift
  printf 'install.sh: %s\n' "$*" >&2
  exit "$status"
}

# Does it, or says it.
doing() {
  if [ "$dry" = yes ]; then
    say "would: $*"
  else
    "$@"
  fi
}

defaults() {
  mode=install
  here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
  binary= version_file= answers= listen= service= key= confirmed= postgres= new_key= tls=
  root= prefix=/opt/kituo data=/var/lib/kituo config=/etc/kituo backups=/var/backups/kituo
  cache=/var/cache/kituo logs=/var/log/kituo
  user=kituo systemd=yes start=yes enable=yes unsigned=no dry=no yes=no last_backup=yes
  health_timeout=120 verify_only=no
}

wants_value() {
  [ "$1" -ge 2 ] || fail 2 "$2 needs a value."
}

options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --binary | --version-file | --prefix | --data-dir | --config-dir | --backup-dir | --root | \
        --postgres-url-file | --accept-new-key | --user | --listen | --answers | --service-program | --health-timeout | --key | --confirm)
        wants_value $# "$1"
        option "$1" "$2"
        shift
        ;;
      --try) mode=try ;;
      --uninstall) mode=uninstall ;;
      --rollback) mode=rollback ;;
      --show-unit) mode=show_unit ;;
      --purge) mode=purge ;;
      --no-systemd) systemd=no ;;
      --no-start) start=no ;;
      --no-enable) enable=no ;;
      --no-last-backup) last_backup=no ;;
      --allow-unsigned) unsigned=yes ;;
      --verify-only) verify_only=yes ;;
      --offline) ;;
      --yes) yes=yes ;;
      --dry-run) dry=yes ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) fail 2 "There is no option $1. See --help." ;;
    esac
    shift
  done
}

option() {
  case $1 in
    --binary) binary=$2 ;;
    --version-file) version_file=$2 ;;
    --prefix) prefix=$2 ;;
    --data-dir) data=$2 ;;
    --config-dir) config=$2 ;;
    --backup-dir) backups=$2 ;;
    --root) root=${2%/} ;;
    --user) user=$2 ;;
    --listen) listen=$2 ;;
    --postgres-url-file) postgres=$2 ;;
    --accept-new-key) new_key=$2 ;;
    --answers) answers=$2 ;;
    --service-program) service=$2 ;;
    --health-timeout) health_timeout=$2 ;;
    --key) key=$2 ;;
    --confirm) confirmed=$2 ;;
  esac
}

# Every place, once everything that was said is known.
places() {
  for place in "$prefix" "$data" "$config" "$backups"; do
    case $place in
      /*) ;;
      *) fail 2 "$place must begin with /." ;;
    esac
    case $place in
      / | /etc | /usr | /var | /opt | /home | /root | *..* | *' '* | *'
'*) fail 2 "$place cannot be a folder of Kituo's own." ;;
    esac
  done
  case $health_timeout in
    '' | *[!0-9]*) fail 2 "--health-timeout must be a number of seconds." ;;
  esac
  case $user in
    '' | *[!a-z0-9_-]*) fail 2 "--user must be a-z, 0-9, _ and -." ;;
  esac
  versions=$root$prefix/versions
  current=$root$prefix/current
  link=$root/usr/local/bin/kituo
  unit=$root/etc/systemd/system/kituo.service
  socket=$root/etc/systemd/system/kituo.socket
  redirecting=$root/etc/systemd/system/kituo-redirect.socket
  needed=
  tmpfiles=$root/etc/tmpfiles.d/kituo.conf
  manifest=$root$config/install.manifest
  remembered=$root$config/install.conf
  turning=$root$config/install.turning
  if [ -n "$root" ]; then
    systemd=no
    mkdir -p "$root"
  elif [ "$(id -u)" -ne 0 ]; then
    fail 3 'Run it as root, or with --root for a folder of your own.'
  fi
}

# What an earlier run was told; what is said now goes before.
recall() {
  [ -f "$root$config/install.conf" ] || return 0
  while IFS='=' read -r name value; do
    case $name in
      prefix) prefix=$value ;;
      data) data=$value ;;
      backups) backups=$value ;;
      user) user=$value ;;
      service) service=$value ;;
      systemd) systemd=$value ;;
    esac
  done <"$root$config/install.conf"
}

lock() {
  [ "$dry" = yes ] && return 0
  mkdir -p "$root$prefix"
  locked=$root$prefix/.install-lock
  if ! mkdir "$locked" 2>/dev/null; then
    holder=$(cat "$locked/pid" 2>/dev/null || echo 0)
    if [ "$holder" != 0 ] && kill -0 "$holder" 2>/dev/null; then
      locked=
      fail 5 "Another run (pid $holder) is at work."
    fi
    rm -rf "$locked"
    mkdir "$locked" || fail 5 'Another run is at work.'
  fi
  echo $$ >"$locked/pid"
}

unlock() {
  [ -z "${locked:-}" ] || rm -rf "$locked"
}

platform() {
  [ "$(uname -s)" = Linux ] || fail 3 'Kituo runs on Linux.'
  case $(uname -m) in
    x86_64 | aarch64 | arm64) ;;
    *) fail 3 "There is no Kituo for $(uname -m)." ;;
  esac
  if ldd --version 2>&1 | grep -qi musl; then
    fail 3 'Kituo needs the GNU C library; this system has musl.'
  fi
  if [ "$systemd" = yes ] && [ ! -d /run/systemd/system ]; then
    fail 3 'systemd does not run here. Give --no-systemd, and --service-program if something else starts it.'
  fi
  has=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //' || :)
  at_least "${has:-0}" 2.28 || fail 3 "Kituo needs the GNU C library 2.28 or newer; this system has ${has:-another one}."
  if [ "$systemd" = yes ]; then
    has=$(systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
    at_least "${has:-0}" 245 || fail 3 "Kituo needs systemd 245 or newer; this system has ${has:-none}. Or --no-systemd."
  fi
  roomy
  timely
}

# Numbers with dots: is the first as high as the second?
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# The nearest folder above a place that is not there yet.
above() {
  upward=$1
  while [ ! -d "$upward" ]; do upward=$(dirname -- "$upward"); done
  echo "$upward"
}

roomy() {
  where=$(above "$root$data")
  kind=$(stat -f -c %T "$where" 2>/dev/null || echo unknown)
  case $kind in
    nfs* | cifs | smb* | fuseblk | 9p | afs | ceph)
      fail 3 "$where is a network filesystem ($kind): the data need a local disk."
      ;;
  esac
  free=$(df -Pk "$where" | awk 'NR == 2 { print $4 }')
  wanted=${KITUO_INSTALL_FREE_KB:-2097152}
  [ "$free" -ge "$wanted" ] || fail 12 "$where has $((free / 1024)) MB free; $((wanted / 1024)) MB are needed."
}

# A clock before the program was built is wrong, and certificates would be too.
timely() {
  built=$(stat -c %Y "${binary:-$here/kituo}" 2>/dev/null || echo 0)
  now=${KITUO_INSTALL_NOW:-$(date +%s)}
  [ "$now" -ge $((built - 86400)) ] ||
    fail 3 "The clock of this machine says $(date -u -d "@$now" +%F), before the program was built. Set it first."
}

program() {
  [ -n "$binary" ] || binary=$here/kituo
  [ -f "$binary" ] || fail 2 "There is no program at $binary. Give one with --binary."
  sums=$(dirname -- "$binary")/SHA256SUMS
  digest=$(sha256sum "$binary" | cut -d' ' -f1)
  if [ -f "$sums" ] && ! grep -q "^$digest " "$sums"; then
    fail 10 "$binary is not what SHA256SUMS says."
  fi
  signed=yes
  signature || {
    signed=no
    [ "$unsigned" = yes ] ||
      fail 10 'The program is not signed by a key that was given. Give --key, or --allow-unsigned for an own build.'
  }
  if [ -n "$version_file" ]; then
    said=$(cat "$version_file")
  else
    has_libraries
    said=$(as_is "$binary" --version) || fail 3 "$binary does not run on this machine."
  fi
  version=$(printf '%s\n' "$said" | sed -n 's/^[^0-9]*\([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9A-Za-z.+-]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail 2 "$binary does not say its version."
}

# A program that is not executable yet is asked all the same.
# A small server lacks what the runtime in the program leans on; its own words would be the linker's.
has_libraries() {
  lacking=$(ldd "$binary" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p')
  [ -z "$lacking" ] || {
    packages=
    for one in $lacking; do packages="$packages $(library_of "$one")"; done
    fail 3 "$(echo $lacking | sed 's/ /, /g') is missing on this machine. Run: $(installs "$packages")"
  }
}

library_of() {
  case $1 in
    libatomic.so.1) by_kind libatomic1 libatomic ;;
    libstdc++.so.6) by_kind libstdc++6 libstdc++ ;;
    libgcc_s.so.1) by_kind libgcc-s1 libgcc ;;
    *) echo "$1" ;;
  esac
}

by_kind() {
  if command -v dnf >/dev/null; then echo "$2"; else echo "$1"; fi
}

installs() {
  if command -v apt-get >/dev/null; then
    echo "apt-get install$1"
  elif command -v dnf >/dev/null; then
    echo "dnf install$1"
  else
    echo "install$1"
  fi
}

as_is() {
  if [ -x "$1" ]; then
    "$@"
  else
    asked=$(mktemp -d)
    cp "$1" "$asked/kituo"
    chmod 700 "$asked/kituo"
    shift
    "$asked/kituo" "$@"
    rm -rf "$asked"
  fi
}

# The key of the run before is kept beside the configuration; another one only when it is named.
known_key() {
  kept_key=$root$config/release-keys.pem
  if [ -z "$key" ]; then
    [ ! -f "$kept_key" ] || key=$kept_key
    return 0
  fi
  [ -f "$key" ] || fail 2 "There is no key at $key."
  if [ -f "$kept_key" ] && ! cmp -s "$key" "$kept_key"; then
    found_key=$(openssl pkey -pubin -in "$key" -outform DER 2>/dev/null | sha256sum | cut -d' ' -f1)
    [ "$new_key" = "$found_key" ] ||
      fail 10 "This key is not the one kept in $kept_key. Compare its fingerprint, then --accept-new-key $found_key."
  fi
}

keep_key() {
  if [ -z "$key" ] || [ "$key" = "$kept_key" ]; then return 0; fi
  place key_text "$kept_key"
}

key_text() { cat "$key"; }

signature() {
  known_key
  [ -n "$key" ] && [ -f "$sums" ] && [ -f "$sums.sig" ] || return 1
  openssl dgst -sha256 -verify "$key" -signature "$sums.sig" "$sums" >/dev/null 2>&1 ||
    fail 10 'SHA256SUMS.sig is not by the key that was given.'
}

accounts() {
  [ -z "$root" ] || return 0
  for group in "$user" kituo-admin kituo-operator; do
    getent group "$group" >/dev/null || doing groupadd --system "$group"
  done
  if home=$(getent passwd "$user" | cut -d: -f6) && [ -n "$home" ]; then
    [ "$home" = "$data" ] || fail 13 "There is an account $user already, and it is somebody else's. Give another with --user."
  else
    doing useradd --system --gid "$user" --home-dir "$data" --no-create-home \
      --shell /usr/sbin/nologin "$user"
  fi
}

folder() {
  # mode owner group path
  [ -d "$4" ] || doing mkdir -p "$4"
  doing chmod "$1" "$4"
  [ -n "$root" ] || doing chown "$2:$3" "$4"
}

folders() {
  folder 755 root root "$root$prefix"
  folder 755 root root "$versions"
  folder 750 root "$user" "$root$config"
  folder 700 "$user" "$user" "$root$data"
  folder 700 "$user" "$user" "$root$backups"
  folder 700 "$user" "$user" "$root$cache"
  [ "$systemd" = no ] || folder 755 "$user" "$user" "$root$logs"
  doing mkdir -p "$(dirname "$link")" "$(dirname "$unit")" "$(dirname "$tmpfiles")"
}

# Puts what the function $1 says into the file $2, unless just this stands there; notes it in the
# manifest.
wrote=no
place() {
  if [ "$dry" = yes ]; then
    say "would: write $2"
    return 0
  fi
  "$1" >"$2.new"
  if [ -f "$2" ] && cmp -s "$2" "$2.new"; then
    rm -f "$2.new"
  else
    chmod 644 "$2.new"
    mv -f "$2.new" "$2"
    wrote=yes
  fi
  noted "$2"
}

noted() {
  [ "$dry" = no ] || return 0
  if [ -f "$manifest" ] && sha256sum "$1" | grep -qxF -f - "$manifest"; then return 0; fi
  forget "$1"
  sha256sum "$1" >>"$manifest"
}

forget() {
  touch "$manifest"
  awk -v path="$1" 'substr($0, 67) != path' "$manifest" >"$manifest.new"
  mv -f "$manifest.new" "$manifest"
}

bring() {
  if [ -f "$versions/$version/kituo" ] && cmp -s "$binary" "$versions/$version/kituo"; then
    noted "$versions/$version/kituo"
    return 0
  fi
  doing mkdir -p "$versions/$version"
  doing cp "$binary" "$versions/$version/kituo.new"
  doing chmod 755 "$versions/$version/kituo.new"
  doing mv -f "$versions/$version/kituo.new" "$versions/$version/kituo"
  noted "$versions/$version/kituo"
  wrote=yes
}

present() {
  if [ -L "$current" ]; then basename "$(readlink "$current")"; fi
}

# By rename: there is a program at every moment.
switch_to() {
  if [ "$dry" = yes ]; then
    say "would: make $1 the version in use"
    return 0
  fi
  ln -sfn "versions/$1" "$current.new"
  mv -Tf "$current.new" "$current"
}

linked() {
  [ "$(readlink "$link" 2>/dev/null || :)" = "$prefix/current/kituo" ] && return 0
  if [ -e "$link" ] && [ ! -L "$link" ]; then
    fail 13 "$link is there already and is not Kituo's."
  fi
  doing ln -sfn "$prefix/current/kituo" "$link"
  wrote=yes
}

files() {
  place tmpfiles_text "$tmpfiles"
  [ -f "$root$config/kituo.toml" ] || place_once config_text "$root$config/kituo.toml"
  place remembered_text "$remembered"
  keep_key
  keep_password
}

# Where it listens and redirects from, by the program's own reading of the configuration.
setting() {
  said=$(as_myself config get "$1" 2>/dev/null) || said=
  if [ -z "$said" ] && [ "$1" = listen ]; then said=${listen:-0.0.0.0:8443}; fi
  echo "$said" | tr ',' '\n'
}

repositories() { setting backup.repositories | sed -n 's/^"path":"\([^"]*\)".*/\1/p'; }

# Where the house writes besides: the places that its configuration names. One that is not there just
# now stops no start.
elsewhere() {
  { repositories; setting data.attachments; } | while read -r one; do
    case $one in
      "$backups" | "$data"/* | *' '*) ;;
      /*) printf ' -%s' "$one" ;;
    esac
  done
}

# The configuration is the hospital's: it says where the backups go, whatever was said here since.
where_backups_go() {
  first=$(repositories | head -n 1)
  if [ -z "$first" ] || [ "$first" = "$root$backups" ]; then return 0; fi
  say "Backups go to $first, as $root$config/kituo.toml says, and not to $root$backups. To change that: kituo backup repository change local --path $root$backups"
}

has_low_port() {
  [ "$systemd" = yes ] || return 1
  for one in $(setting "$1"); do
    if [ "${one##*:}" -lt 1024 ] 2>/dev/null; then return 0; fi
  done
  return 1
}

# Ports below 1024 are bound by systemd and handed over: the house needs no right to them. Where no
# such port is left, the house binds its own again.
sockets() {
  needed=
  if [ "$systemd" = yes ]; then
    one_socket listen "$socket" kituo.socket
    one_socket redirect_listen "$redirecting" kituo-redirect.socket
  fi
  keep_unit unit_text "$version"
  place unit_text "$unit"
}

one_socket() {
  if has_low_port "$1"; then
    where=$(setting "$1")
    named=listen
    [ "$1" = listen ] || named=redirect
    place socket_text "$2"
    needed="$needed $3"
  elif [ -f "$2" ]; then
    doing systemctl disable --now --quiet "$3" || :
    doing rm -f "$2"
    [ "$dry" = yes ] || forget "$2"
  fi
}

socket_text() {
  cat <<END
[Unit]
Description=Where Kituo listens

[Socket]
$(echo "$where" | sed 's/^/ListenStream=/')
FileDescriptorName=$named
Service=kituo.service
NoDelay=yes

[Install]
WantedBy=sockets.target
END
}

# What a shell completes, and the manual, both by the program that is installed.
book() {
  [ -z "$version_file" ] || return 0
  share=$root/usr/local/share
  if [ "$dry" = yes ]; then
    say "would: write completion and manual below $share"
    return 0
  fi
  pages=$(mktemp -d)
  chmod 755 "$pages"
  if as_myself man --dir "$pages/man" >/dev/null 2>&1; then
    for page in "$pages"/man/*; do
      section=$share/man/man${page##*.}
      mkdir -p "$section"
      place page_text "$section/$(basename "$page")"
    done
  fi
  for shell in bash zsh fish; do
    page=$pages/$shell
    if as_myself completion "$shell" >"$page" 2>/dev/null && [ -s "$page" ]; then
      case $shell in
        bash) at=bash-completion/completions/kituo ;;
        zsh) at=zsh/site-functions/_kituo ;;
        fish) at=fish/vendor_completions.d/kituo.fish ;;
      esac
      mkdir -p "$(dirname "$share/$at")"
      place page_text "$share/$at"
    fi
  done
  rm -rf "$pages"
}

page_text() { cat "$page"; }

remembered_text() {
  echo "root=$root"
  echo "prefix=$prefix"
  echo "data=$data"
  echo "backups=$backups"
  echo "user=$user"
  echo "service=$service"
  echo "systemd=$systemd"
  # The doctor says it as long as this program is in use (OPS-176).
  echo "signed=$signed"
}

# The hospital's own from now on: neither overwritten nor removed.
place_once() {
  if [ "$dry" = yes ]; then
    say "would: write $2"
    return 0
  fi
  "$1" >"$2"
  chmod 640 "$2"
  [ -n "$root" ] || chown "root:$user" "$2"
  wrote=yes
}

config_text() {
  echo '# Kituo. Every setting: kituo config show'
  echo "listen = [\"${listen:-0.0.0.0:8443}\"]"
  echo '# own: a certificate of this house; files: tls.certificate and tls.key; off: behind a proxy.'
  echo "tls.mode = \"${tls:-own}\""
  echo "data.dir = \"$root$data\""
  echo "backup.repositories = [{ name = \"local\", path = \"$root$backups\" }]"
  # Two houses of one machine hear at places of their own.
  [ -z "$root" ] || echo "control.dir = \"$root/run/kituo\""
  if [ "$systemd" = yes ]; then
    echo '# The house may not read the journal of the system; kituo log tail reads this.'
    echo "log.file = \"$logs/kituo.log\""
  fi
  if [ -n "$postgres" ]; then
    echo 'database.engine = "postgres"'
    echo "database.url = \"$(sed 's#^\(postgres[a-z]*://[^:/@]*\):[^@]*@#\1@#' "$postgres" | head -n 1)\""
  fi
}

# The password out of the address goes to the secrets, which only their owner reads.
keep_password() {
  [ -n "$postgres" ] || return 0
  [ -f "$postgres" ] || fail 2 "There is no file $postgres."
  secrets=$root$config/secrets.toml
  password=$(sed -n '1s#^postgres[a-z]*://[^:/@]*:\([^@]*\)@.*#\1#p' "$postgres")
  if [ -z "$password" ] || grep -qs '^database_password' "$secrets"; then return 0; fi
  if [ "$dry" = yes ]; then
    say "would: write database_password into $secrets"
    return 0
  fi
  (umask 077 && printf 'database_password = "%s"\n' "$password" >>"$secrets")
  [ -n "$root" ] || chown "$user:$user" "$secrets"
  wrote=yes
}

tmpfiles_text() {
  cat <<END
d /run/kituo 0755 $user $user -
d /run/kituo/admin 2750 $user kituo-admin -
d /run/kituo/read 2750 $user kituo-operator -
END
}

# MemoryDenyWriteExecute is left out: the engine aborts at start under it.
unit_text() {
  cat <<END
[Unit]
Description=Kituo, the hospital's house
After=network-online.target time-sync.target postgresql.service
Wants=network-online.target time-sync.target
StartLimitIntervalSec=300
StartLimitBurst=5
$(if [ -n "$needed" ]; then printf 'Requires=%s\nAfter=%s' "${needed# }" "${needed# }"; fi)

[Service]
Type=notify
NotifyAccess=all
WatchdogSec=60
TimeoutStartSec=900
TimeoutStopSec=60
ExecStart=$prefix/current/kituo serve
ExecReload=/bin/kill -HUP \$MAINPID
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2 5 8 11 13
User=$user
Group=$user
UMask=0077
StateDirectory=kituo
StateDirectoryMode=0700
CacheDirectory=kituo
CacheDirectoryMode=0700
LogsDirectory=kituo
ReadWritePaths=/run/kituo $backups $data$(elsewhere)
Environment=NODE_ENV=production UV_THREADPOOL_SIZE=16 MALLOC_ARENA_MAX=2 PKG_NATIVE_CACHE_PATH=$cache/native
Environment=KITUO_CONFIG=$config/kituo.toml BOOT_ID=%b
UnsetEnvironment=NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH LD_PRELOAD LD_LIBRARY_PATH
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
PrivateUsers=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
PrivateMounts=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
LimitNOFILE=65536
LimitCORE=0
MemoryMax=75%
OOMPolicy=stop

[Install]
WantedBy=multi-user.target
END
}

# With the sockets that stand: they follow the configuration, and not the version.
show_unit() {
  needed=
  [ ! -f "$socket" ] || needed="$needed kituo.socket"
  [ ! -f "$redirecting" ] || needed="$needed kituo-redirect.socket"
  unit_text
}

# The unit lies beside the program it came with, so that going back takes it along, here and in
# `kituo update`; not where it was edited, or written anew since.
keep_unit() {
  [ "$dry" = no ] || return 0
  kept_unit=$versions/$2/kituo.service
  "$1" >"$kept_unit.new"
  if cmp -s "$kept_unit" "$kept_unit.new"; then rm -f "$kept_unit.new"; else mv -f "$kept_unit.new" "$kept_unit"; fi
}

standing_unit() { cat "$unit"; }

# The program is turned before the unit, and back the unit before the program: an old program never
# has a new unit.
new_unit() {
  if [ -f "$unit" ] && sha256sum "$unit" | grep -qxF -f - "$manifest"; then
    keep_unit standing_unit "$before"
  fi
  sockets
  units
}

unit_back() {
  [ "$dry" = no ] && [ -f "$versions/$2/kituo.service" ] || return 0
  cmp -s "$unit" "$versions/$1/kituo.service" || return 0
  unit_of=$2
  place unit_of_it "$unit"
  [ "$systemd" = no ] || systemctl daemon-reload
}

unit_of_it() { cat "$versions/$unit_of/kituo.service"; }

is_set_up() { [ -f "$root$data/ROOT" ]; }

# The program, as the account that runs it.
kituo() {
  if [ -n "$root" ] || [ "$(id -un)" = "$user" ]; then
    as_myself "$@"
  else
    runuser -u "$user" -- env "KITUO_CONFIG=$config/kituo.toml" \
      "PKG_NATIVE_CACHE_PATH=$cache/native" "$prefix/current/kituo" "$@"
  fi
}

# As root, who may read answers and write recovery words where the account of the house may not; the
# program leaves nothing of its own to root.
as_myself() { KITUO_CONFIG=$root$config/kituo.toml "$current/kituo" "$@"; }

can_serve() { [ "$start" = yes ] && { [ "$systemd" = yes ] || [ -n "$service" ]; }; }

serve() {
  # start, stop or restart
  if [ "$systemd" = yes ]; then
    # systemd counts starts: a house that fell often just now would not be let up again.
    [ "$1" = stop ] || [ "$dry" = yes ] || systemctl reset-failed kituo.service 2>/dev/null || :
    doing systemctl "$1" kituo.service
  elif [ -n "$service" ]; then
    doing "$service" "$1"
  fi
}

# READY, and no health question beyond it, within the seconds that were given: a slow machine needs some
# for each question.
healthy() {
  [ "$dry" = yes ] && return 0
  ends=$(($(seconds_up) + health_timeout))
  while :; do
    state=$(kituo status --field data.daemon.state 2>/dev/null || :)
    case $state in
      READY) return 0 ;;
      DEGRADED) if works; then return 0; fi ;;
    esac
    [ "$(seconds_up)" -lt "$ends" ] || return 1
    sleep 1
  done
}

# What is amiss stops nobody's work: a backup that is late, a disk that is nearly full.
works() {
  case $(kituo status --field data.daemon.reasons 2>/dev/null || echo database) in
    *database* | *'"disk"'* | *audit* | *migrating*) return 1 ;;
  esac
}

# Of this machine since it started: nobody sets them back.
seconds_up() {
  if read -r up rest <"${KITUO_INSTALL_UPTIME:-/proc/uptime}" 2>/dev/null; then
    echo "${up%%.*}"
  else
    date +%s
  fi
}

last_lines() {
  if [ "$systemd" = yes ]; then
    journalctl -u kituo.service -n 20 --no-pager 2>/dev/null >&2 || :
  fi
}

# Data of an SQLite house as they stood, beside the backup: a schema that moved is put back by it.
set_aside() {
  kept=
  [ "$dry" = no ] && [ -L "$root$data/current" ] || return 0
  generation=$(readlink -f "$root$data/current")
  [ -d "$generation" ] || return 0
  kept=$root$backups/before-update-$1
  rm -rf "$kept" "$kept.part"
  cp -a "$generation" "$kept.part"
  mv "$kept.part" "$kept"
}

# With a folder named, what they replace is laid there: people may have worked on it.
put_back() {
  [ -n "${kept:-}" ] && [ -d "$kept" ] || return 0
  rm -rf "$generation.failed" "$generation.back"
  cp -a "$kept" "$generation.back"
  [ ! -d "$generation" ] || mv "$generation" "$generation.failed"
  mv "$generation.back" "$generation"
  if [ -n "${1:-}" ]; then
    mv "$generation.failed" "$1"
    say "What it had made of the data lies in $1."
  fi
  rm -rf "$generation.failed" "$kept"
}

upgrade() {
  before=$1
  say "Upgrading $before to $version."
  if is_set_up; then
    doing kituo backup create --tag before-update >/dev/null ||
      fail 1 'The backup before the update could not be made. Nothing was changed.'
  fi
  if ! can_serve; then
    switch_to "$version"
    new_unit
    say "Kituo $version is in place. Restart it to use it."
    return 0
  fi
  serve stop || :
  if is_set_up; then set_aside "$before"; fi
  # From here on, also after Ctrl-C, the old version comes back unless the new one is well.
  turned=$before
  if [ "$dry" = no ]; then echo "$before" >"$turning"; fi
  switch_to "$version"
  new_unit
  if [ "$dry" = no ]; then echo "$before started" >"$turning"; fi
  if serve start && healthy; then
    turned=
    rm -f "$turning"
    [ -z "${kept:-}" ] || rm -rf "$kept"
    [ "$dry" = yes ] || say "Kituo $version runs."
    return 0
  fi
  back_again "it was not ready within $health_timeout s"
  exit 1
}

back_again() {
  turned_from=$version
  last_lines
  serve stop || :
  # Data first: the old program never meets those of the new one.
  put_back
  unit_back "$version" "$before"
  switch_to "$before"
  turned=
  rm -f "$turning"
  if serve start && healthy; then
    printf 'Update to %s was rolled back: %s.\n' "$turned_from" "$1" >&2
  else
    printf 'Update to %s was rolled back: %s. %s is not ready either: look with kituo doctor; the data before are in the backup before-update.\n' \
      "$turned_from" "$1" "$before" >&2
  fi
}

# An update that was killed: what was before it comes back first, unless the new one had been started
# and is well. Then people have worked in it, for days perhaps.
recover() {
  [ -f "$turning" ] && [ "$dry" = no ] || return 0
  read -r before reached <"$turning" || :
  kept=$root$backups/before-update-$before
  replaced=
  if [ "$reached" = started ]; then
    replaced=$root$backups/after-update-$(present)-$(date +%Y%m%d%H%M%S)
    if can_serve && serve start && healthy; then
      rm -rf "$kept" "$turning"
      say "An update from $before was cut off after $(present) had started; that one is well and stays."
      return 0
    fi
  fi
  say "An update from $before was cut off; it comes back first."
  serve stop || :
  generation=$(readlink -f "$root$data/current" || :)
  put_back "$replaced"
  unit_back "$(present)" "$before"
  switch_to "$before"
  rm -f "$turning"
  # Whether a newer one comes now or not: nobody is left without.
  if can_serve; then serve start || :; fi
}

# A clone, for one person, without root (OPS-175).
try() {
  [ -f "$here/package.json" ] && [ -f "$here/scripts/run.mjs" ] || fail 2 "$here is not a clone of Kituo."
  for one in node npm; do
    command -v "$one" >/dev/null || fail 3 "$one is missing: $(package_of nodejs)"
  done
  number=$(node -p 'process.versions.node.split(".")[0]')
  [ "$number" -ge 20 ] || fail 3 "Node 20 or newer is needed; this is $number."
  command=${HOME:?}/.local/bin/kituo
  say "Kituo runs from $here; the command goes to $command."
  if [ "$dry" = yes ]; then
    say 'would: install what package-lock.json names'
    say "would: write $command"
    return 0
  fi
  mkdir -p "$(dirname -- "$command")"
  if [ -e "$command" ] && [ ! -L "$command" ]; then fail 13 "$command is there already and is not Kituo's."; fi
  if [ "$(readlink "$command" 2>/dev/null || :)" = "$here/bin/kituo" ] && [ -x "$here/node_modules/.bin/node" ]; then
    say 'Already set up. Start it: npm start'
    return 0
  fi
  [ -x "$here/node_modules/.bin/node" ] || (cd "$here" && npm ci --no-audit --no-fund)
  ln -sfn "$here/bin/kituo" "$command"
  say 'Set up. Start it: npm start'
}

package_of() { installs " $1"; }

# From a file of answers, or by questions where somebody sits at a terminal.
set_up() {
  if is_set_up; then return 0; fi
  if [ -n "$answers" ]; then
    doing as_myself init --answers "$answers"
  elif [ "$yes" = no ] && [ -t 0 ] && [ -t 1 ] && [ -z "$version_file" ]; then
    doing as_myself init
  fi
}

first_start() {
  [ "$dry" = no ] || return 0
  if ! is_set_up; then
    say "Kituo $version is installed. Set the hospital up: kituo init; then: systemctl start kituo"
    return 0
  fi
  can_serve || {
    say "Kituo $version is installed."
    return 0
  }
  if serve start && healthy; then
    say "Kituo $version runs. Look: kituo status"
    return 0
  fi
  last_lines
  fail 1 "Kituo $version is installed but was not ready within $health_timeout s. See kituo doctor."
}

previous_text() { echo "$was"; }

# The version in use, the one before it and one more.
tidy() {
  [ "$dry" = yes ] && return 0
  find "$versions" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' | sort -rn |
    sed -n '4,$s/^[^ ]* //p' | while read -r old; do
    [ "$old" != "$(present)" ] || continue
    rm -rf "${versions:?}/$old"
    forget "$versions/$old/kituo"
  done
}

install() {
  platform
  program
  if [ "$verify_only" = yes ]; then
    say "Kituo $version, sha256 $digest."
    return 0
  fi
  say "Kituo $version goes to $root$prefix, data to $root$data."
  lock
  accounts
  folders
  recover
  was=$(present)
  bring
  files
  linked
  [ "$was" != "$version" ] || sockets
  if [ -z "$was" ]; then
    switch_to "$version"
    book
    sockets
    units
    set_up
    first_start
  elif [ "$was" != "$version" ]; then
    place previous_text "$root$config/install.previous"
    upgrade "$was"
    book
  elif [ "$wrote" = yes ]; then
    book
    units
    set_up
    say "Kituo $version is installed again."
  elif [ -n "$answers" ] && ! is_set_up; then
    set_up
    first_start
  else
    say "Already installed: $version."
  fi
  [ "$dry" = no ] || say 'Nothing was done.'
  [ -z "$was" ] || where_backups_go
  tidy
}

units() {
  [ "$systemd" = yes ] || return 0
  doing systemd-tmpfiles --create "$tmpfiles"
  doing systemctl daemon-reload
  [ "$enable" = no ] || doing systemctl enable --quiet kituo.service
  for one in $needed; do
    [ "$enable" = no ] || doing systemctl enable --quiet "$one"
    [ "$start" = no ] || systemctl is-active --quiet "$one" ||
      systemctl is-active --quiet kituo.service || doing systemctl start "$one"
  done
}

rollback() {
  version=$(present)
  before=$(cat "$root$config/install.previous" 2>/dev/null || :)
  [ -n "$before" ] && [ -x "$versions/$before/kituo" ] && [ "$before" != "$version" ] ||
    fail 3 'There is no version before to go back to.'
  lock
  serve stop || :
  unit_back "$version" "$before"
  switch_to "$before"
  can_serve || {
    say "Kituo $before is in place. Restart it to use it."
    return 0
  }
  if serve start && healthy; then
    say "Kituo $before runs again."
    return 0
  fi
  serve stop || :
  switch_to "$version"
  unit_back "$before" "$version"
  serve start || :
  fail 1 "$before was not ready, $version stays. When the schema moved, restore the backup before-update first: kituo backup list"
}

# What `kituo update apply` unpacked says its own sums; what somebody changed in it stays.
brought() {
  [ -f "$1/SHA256SUMS" ] || return 0
  while read -r sum name; do
    [ ! -f "$1/$name" ] || [ "$(sha256sum "$1/$name" | cut -d' ' -f1)" != "$sum" ] || rm -f "$1/$name"
  done <"$1/SHA256SUMS"
  for name in SHA256SUMS SHA256SUMS.sig LICENSE CHANGELOG.md README.md operating.md components.json; do
    rm -f "$1/$name"
  done
}

# Exactly what was written; what somebody changed stays under another name.
uninstall() {
  [ -f "$manifest" ] || fail 3 "Nothing of Kituo is installed by $manifest."
  lock
  if [ "$systemd" = yes ]; then
    for one in kituo.socket kituo-redirect.socket; do
      [ ! -f "$root/etc/systemd/system/$one" ] || doing systemctl disable --now --quiet "$one" || :
    done
    doing systemctl disable --now --quiet kituo.service || :
  else
    serve stop || :
  fi
  while read -r sum path; do
    [ -f "$path" ] || continue
    if [ "$(sha256sum "$path" | cut -d' ' -f1)" = "$sum" ]; then
      doing rm -f "$path"
    else
      doing mv -f "$path" "$path.kept"
    fi
  done <"$manifest"
  [ ! -L "$link" ] || doing rm -f "$link"
  [ ! -L "$current" ] || doing rm -f "$current"
  doing rm -f "$manifest" "$turning"
  if [ "$dry" = no ]; then
    for one in "$versions"/*; do
      [ -d "$one" ] || continue
      brought "$one"
      rm -f "$one/kituo.service"
      rmdir "$one" 2>/dev/null || :
    done
    rmdir "$versions" 2>/dev/null || :
    unlock
    locked=
    rmdir "$root$prefix" 2>/dev/null || :
  fi
  [ "$systemd" = no ] || doing systemctl daemon-reload
  say 'Kituo was taken away. These stay:'
  say "  data           $root$data"
  say "  configuration  $root$config"
  say "  backups        $root$backups"
}

purge() {
  host=$(uname -n)
  [ "$confirmed" = "$host" ] || fail 2 "This removes the data of the hospital. Type --confirm $host."
  if is_set_up && [ "$last_backup" = yes ]; then
    doing kituo backup create --tag before-purge >/dev/null ||
      fail 1 'The last backup could not be made; nothing was removed. --no-last-backup goes on without one.'
  fi
  [ ! -f "$manifest" ] || uninstall
  doing rm -rf "$root$data" "$root$config"
  say "Data and configuration are gone. Backups stay in $root$backups."
}

leave() {
  left=$?
  trap - EXIT INT TERM HUP
  if [ -n "${turned:-}" ]; then back_again 'it was broken off'; fi
  unlock
  exit "$left"
}

main() {
  defaults
  # Where the configuration lies is needed before what it remembers; then what was said counts.
  options "$@"
  recall
  options "$@"
  # A clone and no program: for one person, not for the machine.
  if [ "$mode" = install ] && [ -z "$binary" ] && [ ! -f "$here/kituo" ] && [ -f "$here/package.json" ]; then
    mode=try
  fi
  [ "$mode" = try ] || places
  trap leave EXIT
  trap 'exit 130' INT TERM HUP
  "$mode"
}

main "$@"
