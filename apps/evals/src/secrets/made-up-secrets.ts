import type { Random } from './random.ts';

/** Makes a secret of one kind that opens nothing; every beginning is put together here, so that no file holds one. */
export interface SecretKind {
  readonly type: string;
  make(random: Random): string;
  /** Sentences and lines for it alone, with `#` where it stands; any others where there are none. */
  readonly places?: readonly string[];
}

const join = (...parts: readonly string[]): string => parts.join('');
const kind = (type: string, make: SecretKind['make'], ...places: string[]): SecretKind =>
  places.length === 0 ? { type, make } : { type, make, places };

/** Tokens that their issuers give a shape of its own. */
export const shapedSecrets: readonly SecretKind[] = [
  kind('AWS_ACCESS_KEY_ID', (random) =>
    join(random.pick(['AK', 'AS']), 'IA', random.text(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')),
  ),
  kind('GCP_KEY', (random) => join('AI', 'za', random.url(35))),
  kind('GCP_KEY', (random) => join('ya', '29.', random.url(random.between(60, 180)))),
  kind('GITHUB_TOKEN', (random) =>
    join('gh', random.pick(['p', 'o', 'u', 's', 'r']), '_', random.letters(36)),
  ),
  kind('GITHUB_TOKEN', (random) =>
    join('github', '_pat_', random.letters(22), '_', random.letters(59)),
  ),
  kind('GITLAB_TOKEN', (random) => join('gl', 'pat-', random.url(20))),
  kind('SLACK_TOKEN', (random) =>
    join(
      'xo',
      'xb-',
      random.text(12, '0123456789'),
      '-',
      random.text(13, '0123456789'),
      '-',
      random.letters(24),
    ),
  ),
  kind('SLACK_TOKEN', (random) =>
    join(
      'hooks.',
      'slack.com/services/T',
      random.upper(10),
      '/B',
      random.upper(10),
      '/',
      random.letters(24),
    ),
  ),
  kind('STRIPE_KEY', (random) =>
    join(
      random.pick(['sk', 'rk']),
      '_',
      random.pick(['live', 'test']),
      '_',
      random.letters(random.pick([24, 99])),
    ),
  ),
  kind('OPENAI_KEY', (random) =>
    join('sk', '-proj-', random.url(74), 'T3Blbk', 'FJ', random.url(74)),
  ),
  kind('OPENAI_KEY', (random) =>
    join('sk', '-', random.letters(20), 'T3Blbk', 'FJ', random.letters(20)),
  ),
  kind('ANTHROPIC_KEY', (random) => join('sk', '-ant-', 'api03-', random.url(93), 'AA')),
  kind('NPM_TOKEN', (random) => join('np', 'm_', random.letters(36))),
  kind('PYPI_TOKEN', (random) =>
    join('py', 'pi-', 'AgEIcHlwaS5vcmc', random.url(random.between(70, 160))),
  ),
  kind('SENDGRID_KEY', (random) => join('S', 'G.', random.url(22), '.', random.url(43))),
  kind('TWILIO_KEY', (random) => join('S', 'K', random.hex(32))),
  kind('JWT', (random) =>
    join(
      'ey',
      'J',
      random.url(33),
      '.ey',
      'J',
      random.url(random.between(40, 300)),
      '.',
      random.url(43),
    ),
  ),
  kind('PRIVATE_KEY', (random) => pem(random, random.pick(['RSA ', 'EC ', 'OPENSSH ', '']))),
  kind('AZURE_KEY', (random) => join(random.letters(3), '8', 'Q~', random.url(34))),
  kind('API_TOKEN', (random) => join('h', 'f_', random.letters(34))),
  kind('API_TOKEN', (random) => join('dop', '_v1_', random.hex(64))),
  kind('API_TOKEN', (random) => join('shp', 'at_', random.hex(32))),
  kind('API_TOKEN', (random) => join('gl', 'sa_', random.letters(32), '_', random.hex(8))),
  kind('API_TOKEN', (random) => join('hv', 's.', random.letters(24))),
  kind('API_TOKEN', (random) => join(random.text(10, '123456789'), ':A', 'A', random.url(33))),
  kind('API_TOKEN', (random) => join('lin', '_api_', random.letters(40))),
  kind('API_TOKEN', (random) => join('dckr', '_pat_', random.url(27))),
];

/** Secrets that only what stands beside them tells. */
export const namedSecrets: readonly SecretKind[] = [
  kind(
    'PASSWORD',
    chosen,
    'password: #',
    'Your new password is # - change it soon.',
    'DB_PASSWORD=#\nDB_HOST=db1',
    '{"user":"ann","password":"#"}',
    "password='#'",
    'Server=db1;Uid=app;Pwd=#;',
  ),
  kind(
    'PASSWORD',
    (random) => random.pick(['sunshine', 'swordfish', 'correct-horse-battery']),
    'password: #',
    'the password is #',
  ),
  kind(
    'GENERIC_SECRET',
    (random) => random.pick([random.letters(32), random.hex(40), random.url(43)]),
    'api_key = "#"',
    'API_SECRET=#',
    'client_secret: #',
    '{"accessToken":"#"}',
    "const apiKey = '#';",
    'X-Api-Key: #',
    'auth_token => "#"',
  ),
  kind(
    'AWS_SECRET_ACCESS_KEY',
    (random) => random.base64(40),
    'aws_secret_access_key = #',
    'export AWS_SECRET_ACCESS_KEY="#"',
    '"SecretAccessKey": "#",',
  ),
  kind(
    'AZURE_KEY',
    (random) => `${random.base64(86)}==`,
    'DefaultEndpointsProtocol=https;AccountName=store1;AccountKey=#;EndpointSuffix=core.windows.net',
  ),
  kind(
    'BEARER_TOKEN',
    (random) => random.url(random.between(24, 64)),
    'Authorization: Bearer #',
    `curl -H "Authorization: Bearer #" https://api.test/v1`,
  ),
  kind(
    'BASIC_AUTH',
    (random) => btoa(`${random.pick(['ann', 'app', 'svc-1'])}:${chosen(random)}`),
    'Authorization: Basic #',
    "headers: { authorization: 'Basic #' }",
  ),
  kind(
    'URL_PASSWORD',
    (random) => random.letters(random.between(8, 20)),
    'postgres://app:#@db1.test:5432/shop',
    'DATABASE_URL=mysql://root:#@10.0.0.5/app',
    'mongodb+srv://svc:#@cluster0.test/?retryWrites=true',
    'redis://:#@cache.test:6379/0',
    'git clone https://ann:#@git.test/a/b.git',
  ),
];

function chosen(random: Random): string {
  const word = random.pick(['Summer', 'tiger', 'Berlin', 'qwe', 'Blue', 'winter']);
  return `${word}${random.pick(['!', '-', '_', '$', ''])}${random.between(10, 9999)}${random.pick(['x', 'Z', '?'])}`;
}

function pem(random: Random, label: string): string {
  const lines = Array.from({ length: random.between(3, 24) }, () => random.base64(64));
  const edge = (word: string): string => join('-----', word, ' ', label, 'PRIVATE KEY', '-----');
  return [edge('BEGIN'), ...lines, `${random.base64(30)}==`, edge('END')].join('\n');
}
