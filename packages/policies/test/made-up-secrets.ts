import type { SecretType } from '../src/redact-secrets/index.ts';

/** Characters that look random and are the same in every run; nothing in this file is a token by itself. */
export function made(length: number, alphabet = 'aB3xK9mQ7zR2tW5yL8pD4vN6cH1jF0sG'): string {
  let state = length * 7919 + alphabet.length;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)];
  }).join('');
}

/** The beginning of a token in two pieces, so that no file holds one. */
export function begin(one: string, other: string): string {
  return one + other;
}

/** Hexadecimal digits. */
export const hex = (length: number): string => made(length, '0123456789abcdef');
const upper = (length: number): string => made(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
/** Three parts, as they are signed. */
export const jwt: string = `eyJ${made(30)}.eyJ${made(60)}.${made(43)}`;
/** A private key in PEM form. */
export const pem = (label: string): string =>
  `-----BEGIN ${label}-----\n${made(64)}\n${made(64)}\n-----END ${label}-----`;

/** One of every kind that is known by its shape. */
export const secrets: readonly (readonly [SecretType, string])[] = [
  ['AWS_ACCESS_KEY_ID', `${begin('AKI', 'A')}${upper(16)}`],
  ['AWS_ACCESS_KEY_ID', `${begin('ASI', 'A')}${upper(16)}`],
  ['GCP_KEY', `${begin('AI', 'za')}${made(35)}`],
  ['GCP_KEY', `${begin('GOC', 'SPX')}-${made(28)}`],
  ['GITHUB_TOKEN', `${begin('gh', 'p_')}${made(36)}`],
  ['GITHUB_TOKEN', `${begin('github', '_pat_')}${made(22)}_${made(59)}`],
  ['GITLAB_TOKEN', `${begin('gl', 'pat-')}${made(20)}`],
  ['SLACK_TOKEN', `${begin('xo', 'xb-')}123456789012-${made(24)}`],
  ['SLACK_TOKEN', `hooks.slack.com/services/T${upper(9)}/B${upper(9)}/${made(24)}`],
  ['STRIPE_KEY', `${begin('sk', '_live_')}${made(24)}`],
  ['OPENAI_KEY', `${begin('sk', '-proj-')}${made(64)}`],
  ['OPENAI_KEY', `${begin('sk', '-')}${made(48)}`],
  ['ANTHROPIC_KEY', `${begin('sk', '-ant-')}api03-${made(93)}AA`],
  ['NPM_TOKEN', `${begin('np', 'm_')}${made(36)}`],
  ['PYPI_TOKEN', `${begin('pypi', '-AgE')}${made(80)}`],
  ['SENDGRID_KEY', `${begin('S', 'G.')}${made(22)}.${made(43)}`],
  ['TWILIO_KEY', `${begin('S', 'K')}${hex(32)}`],
  ['JWT', jwt],
  ['PRIVATE_KEY', pem('RSA PRIVATE KEY')],
  ['PRIVATE_KEY', pem('PRIVATE KEY')],
  ['PRIVATE_KEY', pem('OPENSSH PRIVATE KEY')],
  ['AZURE_KEY', `${made(3)}8${begin('Q', '~')}${made(34)}`],
  ['API_TOKEN', `${begin('h', 'f_')}${made(34)}`],
  ['API_TOKEN', `${begin('dop', '_v1_')}${hex(64)}`],
  ['API_TOKEN', `1234567890${begin(':', 'AA')}${made(33)}`],
  ['API_TOKEN', `${hex(32)}${begin('-', 'us')}12`],
  ['API_TOKEN', `${begin('gl', 'sa_')}${made(32)}_${hex(8)}`],
];
