import type { Random } from './random.ts';

const join = (...parts: readonly string[]): string => parts.join('');

/** Texts with something in them that looks like a secret and is none. */
export const lookAlikes: readonly ((random: Random) => string)[] = [
  (random) => `order ${uuid(random)} was shipped`,
  (random) => `commit ${random.hex(40)}\nAuthor: Ann <ann@mail.test>`,
  (random) => `image: registry.test/app@sha256:${random.hex(64)}`,
  (random) => `"integrity": "sha512-${random.base64(86)}=="`,
  (random) => `![logo](data:image/png;base64,iVBORw0KGgo${random.base64(400)})`,
  (random) => `etag: W/"${random.hex(32)}"`,
  (random) => `https://cdn.test/assets/main.${random.hex(8)}.js?v=${random.between(1, 99)}`,
  (random) => `trace ${random.hex(32)} span ${random.hex(16)}`,
  (random) => `ssh-ed25519 ${random.base64(68)} ann@laptop`,
  (random) =>
    `${join('-----BEGIN ', 'CERTIFICATE-----')}\n${random.base64(64)}\n${join('-----END ', 'CERTIFICATE-----')}`,
  (random) =>
    `${join('-----BEGIN ', 'PUBLIC KEY-----')}\n${random.base64(64)}\n${join('-----END ', 'PUBLIC KEY-----')}`,
  (random) => `${join('pk', '_live_')}${random.letters(24)} is the key that browsers may see`,
  (random) => `${join('A', 'C')}${random.hex(32)} is the account, ${random.upper(10)} the ticket`,
  () => join('aws_access_key_id = AK', 'IAIOSFODNN7EXAMPLE'),
  () => 'export OPENAI_API_KEY=your-api-key-here',
  () => join('GITHUB_TOKEN=gh', 'p_', 'x'.repeat(36)),
  () => 'api_key: ${{ secrets.API_KEY }}',
  () => 'password: {{ vault_db_password }}',
  () => 'const password = process.env.DB_PASSWORD;',
  () => 'password = os.environ["PASSWORD"]',
  () => 'postgres://user:password@localhost:5432/db',
  () => 'Authorization: Bearer <token>',
  () => 'The password must have at least 12 characters, one digit and one sign.',
  () => 'Forgot your password? Ask for a new one at https://a.test/password-reset.',
  () => 'token_type: bearer, expires_in: 3600',
  (random) => `usage: { prompt_tokens: ${random.between(100, 9999)}, total_tokens: 12045 }`,
  () => 'tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased-v2")',
  () => 'secret_name: projects/shop/secrets/db/versions/latest',
  () => 'He is the secretary; the secret is out, and the key is under the mat.',
  () => 'max_tokens=1024, temperature=0.7, api_key_header="X-API-Key-Name"',
  (random) => `card ending in ${random.between(1000, 9999)}, IBAN DE89 3704 0044 0532 0130 00`,
  (random) => `serial SN-${random.upper(12)}-${random.upper(6)}, MAC 00:1a:2b:3c:4d:5e`,
  (random) => `http://a.test:8080/users/${random.between(1, 999)}@home`,
  (random) => `csrf field: ${random.letters(8)}, page 3 of 12`,
  (random) => `base64 body: ${btoa(`hello world ${random.between(1, 9999)}, how are you today?`)}`,
];

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
}
