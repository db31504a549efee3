/**
 * All kinds of secrets that can be found.
 *
 * @example
 * secretTypes.includes('JWT'); // true
 */
export const secretTypes = [
  'ANTHROPIC_KEY',
  'API_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AZURE_KEY',
  'BASIC_AUTH',
  'BEARER_TOKEN',
  'GCP_KEY',
  'GENERIC_SECRET',
  'GITHUB_TOKEN',
  'GITLAB_TOKEN',
  'JWT',
  'NPM_TOKEN',
  'OPENAI_KEY',
  'PASSWORD',
  'PRIVATE_KEY',
  'PYPI_TOKEN',
  'SENDGRID_KEY',
  'SLACK_TOKEN',
  'STRIPE_KEY',
  'TWILIO_KEY',
  'URL_PASSWORD',
] as const;

/**
 * A kind of secret.
 *
 * @example
 * const type: SecretType = 'GITHUB_TOKEN';
 */
export type SecretType = (typeof secretTypes)[number];
