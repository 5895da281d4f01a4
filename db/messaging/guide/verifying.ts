// How a receiver proves a post, in five languages (MSG-143). Each is run by a test as it stands.

export interface Sample {
  language: string
  /** As code blocks name it. */
  kind: 'sh' | 'js' | 'python' | 'php' | 'java'
  code: string
}

export const verifying: readonly Sample[] = [
  {
    language: 'Shell',
    kind: 'sh',
    code: `secret='whsec_test_0123456789abcdef'
timestamp='1767225600'
{ printf '%s.' "$timestamp"; cat body; } | openssl dgst -sha256 -hmac "$secret" -r | sed 's/^/sha256=/; s/ .*//'
`,
  },
  {
    language: 'JavaScript (Node)',
    kind: 'js',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isOurs(secret, headers, body) {
  const timestamp = headers['x-sms-timestamp'] ?? ''
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const mac = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest('hex')
  const given = Buffer.from(headers['x-sms-signature'] ?? '')
  const right = Buffer.from(\`sha256=\${mac}\`)
  return given.length === right.length && timingSafeEqual(given, right)
}
`,
  },
  {
    language: 'Python',
    kind: 'python',
    code: `import hashlib
import hmac
import time


def is_ours(secret: str, headers: dict, body: bytes) -> bool:
    timestamp = headers.get("x-sms-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    mac = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest("sha256=" + mac, headers.get("x-sms-signature", ""))
`,
  },
  {
    language: 'PHP',
    kind: 'php',
    code: `function is_ours(string $secret, array $headers, string $body): bool
{
    $timestamp = $headers['x-sms-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $mac = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    return hash_equals('sha256=' . $mac, $headers['x-sms-signature'] ?? '');
}
`,
  },
  {
    language: 'Java',
    kind: 'java',
    code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
    static boolean isOurs(String secret, Map<String, String> headers, byte[] body) throws Exception {
        String timestamp = headers.getOrDefault("x-sms-timestamp", "");
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
        if (Math.abs(age) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
        String right = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        String given = headers.getOrDefault("x-sms-signature", "");
        return MessageDigest.isEqual(right.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
`,
  },
]
