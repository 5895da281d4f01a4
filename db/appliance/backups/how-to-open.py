#!/usr/bin/env python3
"""Opens a Kituo backup without Kituo.  Needs: python3, the package "cryptography", the program "zstd".

    python3 open.py REPOSITORY BACKUP.kbk SECRET-FILE OUT-FOLDER

REPOSITORY is the folder with config.json, keys/, backups/ and objects/. SECRET-FILE holds the recovery
words or the passphrase, or the backup_machine_key of secrets.toml. OUT-FOLDER gets the database (a SQLite
file, or lines of JSON where the house was on PostgreSQL), secrets.toml, kituo.toml, the manifest and the files.
"""
import base64, hashlib, json, os, re, subprocess, sys
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt


def b64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(secret, salt, info):
    return HKDF(hashes.SHA256(), 32, salt, info.encode()).derive(secret)


def masters(repository, secret):
    """Every slot in keys/ wraps the same master keys; one that fits is enough."""
    plain = re.sub(r"[\s\-]", "", secret).upper().replace("O", "0").replace("I", "1").replace("L", "1")
    words = "-".join(plain[n:n + 4] for n in range(0, len(plain), 4))
    for name in sorted(os.listdir(f"{repository}/keys")):
        slot = json.load(open(f"{repository}/keys/{name}"))
        salt, wrapped = b64(slot["salt"]), b64(slot["wrapped"])
        typed = words if slot["kind"] == "recovery" else secret
        try:
            if slot["kind"] == "machine":
                key = hkdf(b64(secret), salt, "kituo/backup/slot")
            else:
                key = Scrypt(salt, 32, 2 ** slot.get("stretched", 17), 8, 1).derive(typed.encode())
            pairs = json.loads(AESGCM(key).decrypt(wrapped[:12], wrapped[12:], None))
            return {number: b64(one) for number, one in pairs}
        except Exception:
            continue
    sys.exit("this secret opens none of the slots in keys/")


def unsealed(data, at, master):
    """KTS1, flags, salt, then pieces: length (high bit on the last), AES-256-GCM, nonce = number + last."""
    assert data[at:at + 4] == b"KTS1", "not sealed by Kituo"
    key, pieces, number = hkdf(master, data[at + 5:at + 37], "kituo/backup/object"), [], 0
    packed, at = data[at + 4] & 1, at + 37
    while True:
        word = int.from_bytes(data[at:at + 4], "big")
        last, length = word >> 31, word & 0x7FFFFFFF
        nonce = bytes(3) + number.to_bytes(8, "big") + bytes([last])
        pieces.append(AESGCM(key).decrypt(nonce, data[at + 4:at + 4 + length], None))
        at, number = at + 4 + length, number + 1
        if last:
            plain = b"".join(pieces)
            return subprocess.run(["zstd", "-dc"], input=plain, capture_output=True, check=True).stdout if packed else plain


repository, backup, secret_file, out = sys.argv[1:5]
data = open(f"{repository}/backups/{backup}", "rb").read()
head = json.loads(data.split(b"\n", 2)[1])
master = masters(repository, open(secret_file).read().strip())[head["master"]]
index_at = int.from_bytes(data[-16:-8], "big")
sections = {one["section"]: unsealed(data, one["at"], master) for one in json.loads(data[index_at:-16])}
manifest = json.loads(sections["manifest"])
assert hashlib.sha256(sections["database"]).hexdigest() == manifest["database"]["sha256"], "damaged"
os.makedirs(f"{out}/attachments", exist_ok=True)
names = {"database": "kituo.db" if head["engine"] == "sqlite" else "rows.jsonl", "configuration": "kituo.toml",
         "secrets": "secrets.toml", "identity": "identity.jsonl", "manifest": "manifest.json"}
for section, plain in sections.items():
    open(f"{out}/{names[section]}", "wb").write(plain)
for one in manifest["attachments"]:
    sealed = open(f"{repository}/objects/{one['object'][:2]}/{one['object']}", "rb").read()
    open(f"{out}/attachments/{one['sha256']}", "wb").write(unsealed(sealed, 0, master))
print(f"{head['name']}: schema {head['schema']}, {len(manifest['attachments'])} files, in {out}")
