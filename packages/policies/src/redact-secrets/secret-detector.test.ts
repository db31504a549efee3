import { describe, expect, test } from 'vitest';

import { begin, hex, jwt, made, pem, secrets } from '../../test/made-up-secrets.ts';
import { secretDetector, type SecretType } from './index.ts';

const detector = secretDetector();

/** Returns the secrets that were found, as text. */
function found(text: string): readonly (readonly [SecretType, string])[] {
  return detector
    .find(text)
    .map(({ type, start, end }) => [type as SecretType, text.slice(start, end)] as const);
}

describe('tokens are known by their shape', () => {
  test.each(secrets)('%s', (type, secret) => {
    expect(found(`It is ${secret}, keep it.`)).toEqual([[type, secret]]);
    expect(found(secret)).toEqual([[type, secret]]);
    expect(found(`a=1\nkey="${secret}"\n`)).toEqual([[type, secret]]);
    expect(found(`(${secret})`)).toEqual([[type, secret]]);
  });

  test('also after an escape, and in JSON that is text', () => {
    const token = `${begin('gh', 'p_')}${made(36)}`;
    expect(found(`"line\\n${token}"`)).toEqual([['GITHUB_TOKEN', token]]);
    expect(found(`to=%3D${token}`)).toEqual([['GITHUB_TOKEN', token]]);
  });

  test('a private key without its end, or with escaped line breaks, is one too', () => {
    const whole = pem('EC PRIVATE KEY');
    const cut = whole.slice(0, 120);
    expect(found(`key: ${cut}`)).toEqual([['PRIVATE_KEY', cut]]);
    const escaped = whole.replaceAll('\n', '\\n');
    expect(found(`{"private_key":"${escaped}"}`)).toEqual([['PRIVATE_KEY', escaped]]);
    expect(found(`${whole}\n${whole}`).length).toBe(2);
  });
});

describe('secrets are known by what they are called', () => {
  test.each<readonly [SecretType, string, string]>([
    ['PASSWORD', 'password: #', 'hunter2!x'],
    ['PASSWORD', 'my password is #.', 'Tr0ub4dor'],
    ['PASSWORD', 'DB_PASSWORD=#', 's3cr3tPwd'],
    ['PASSWORD', '"passwd" => "#"', 'qX7$mm2p'],
    ['PASSWORD', 'Server=a;Pwd=#;Database=b', 'aB3xK9mQ'],
    ['PASSWORD', '**Password:** # for now', 'Tr0ub4dor&3'],
    ['PASSWORD', '- **Password**: **#**', 'Tr0ub4dor&3'],
    ['PASSWORD', '<password>#</password>', 'Tr0ub4dor&3'],
    ['PASSWORD', 'psql --db-password # --host a', 'Tr0ub4dor&3'],
    ['PASSWORD', 'user=ann&password=#&remember=1', 'qX7$mm2p'],
    ['PASSWORD', String.raw`body="{\"password\": \"#\",\"a\":1}"`, 'qX7$mm2p'],
    ['GENERIC_SECRET', String.raw`text: \\\"api_key\\\":\\\"#\\\" end`, 'Zx81kLmN02pQ99xx'],
    ['GENERIC_SECRET', 'grant_type=code&client_secret=#&scope=all', made(32)],
    ['GENERIC_SECRET', 'https://a.test/?access_token=#&debug', made(32)],
    ['BEARER_TOKEN', 'Authorization: token #', made(40)],
    ['BEARER_TOKEN', '"authorization": "#"', made(40)],
    ['GENERIC_SECRET', 'api_key = "#"', made(32)],
    ['GENERIC_SECRET', 'client-secret: #', made(40)],
    ['GENERIC_SECRET', "'accessToken': '#'", hex(40)],
    ['AWS_SECRET_ACCESS_KEY', 'aws_secret_access_key = #', made(40)],
    ['AWS_SECRET_ACCESS_KEY', '"SecretAccessKey": "#"', made(40)],
    ['AZURE_KEY', 'AccountName=a;AccountKey=#;', `${made(86)}==`],
    ['BEARER_TOKEN', 'Authorization: Bearer #', made(32)],
    ['BASIC_AUTH', 'authorization: basic #', btoa('ann:qX7$mm2p')],
    ['URL_PASSWORD', 'postgres://ann:#@db.test:5432/shop', 'qX7$mm2p'],
    ['URL_PASSWORD', 'mongodb+srv://ann:#@cluster0.test/', 'x9-Kp_2z'],
    ['URL_PASSWORD', 'https://:#@host.test/', 'aB3xK9mQ'],
  ])('%s in %s', (type, sentence, secret) => {
    const text = sentence.replace('#', () => secret);
    expect(found(text)).toEqual([[type, secret]]);
  });

  test('what is more specific counts', () => {
    expect(found(`Authorization: Bearer ${jwt}`)).toEqual([['JWT', jwt]]);
    const token = `${begin('gh', 'p_')}${made(36)}`;
    expect(found(`password=${token}`)).toEqual([['GITHUB_TOKEN', token]]);
  });
});

test.each([
  '123e4567-e89b-12d3-a456-426614174000',
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `data:image/png;base64,iVBORw0KGgo${made(200)}`,
  `${begin('AKI', 'A')}IOSFODNN7EXAMPLE`,
  `${begin('gh', 'p_')}${'x'.repeat(36)}`,
  `${begin('sk', '-')}your-api-key-goes-here-please-1234`,
  'password: your-password-here',
  'password=changeme',
  'password: ${DB_PASSWORD}',
  'PASSWORD=$DB_PASSWORD2',
  'PWD=/home/ann/project1',
  'passwordChanged: 2024-01-02',
  'password_updated_at = 2024-01-02T10:00:00Z',
  'if (password > minimum8)',
  '$password->hash256()',
  'password reset2fa link',
  'Authorization: required for version2',
  'postgres://ann:<URL_PASSWORD_1>@db.test:5432/shop2',
  'postgres://ann:<URL_PASSWORD>@db.test:5432/shop2',
  'api_key = process.env.API_KEY',
  'token: <your token>',
  'The password is required.',
  'Please enter your password: it must have eight letters',
  'password_policy: at-least-8',
  'tokenizer: bert-base-uncased-v2',
  'const credential = workloadIdentity.fromX509(certificate)',
  'type TokenOptions = FactoryV4GetTokenOptions;',
  'redis[s]://[[username][:password]@][host][:port]',
  'secretary: Miller-Lüdenscheidt2',
  'postgres://user:password@localhost/db',
  'https://example.com:8080/path@2',
  'http://host/a:b@c',
  'npm_config_registry_is_a_variable_name_here',
  'key-value pairs, sk-learn, hf_hub_download',
  'total tokens: 1234567890123456',
  'Bearer of good news and basic information',
  'a-us2 and eyJ',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----',
])('%s is no secret', (text) => {
  expect(found(text)).toEqual([]);
});

test.each([[[]], [['GITHUB']], [[undefined]], [['JWT', undefined]]])(
  'a detector of %j would find nothing, and is refused',
  (types) => {
    expect(() => secretDetector(types as never)).toThrow(/^\[invalid_option\] .*GITHUB_TOKEN/);
  },
);
