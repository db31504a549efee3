export { redactSecrets } from './redact-secrets.ts';
export { secretDetector } from './secret-detector.ts';
export { secretTypes, type SecretType } from './secret-types.ts';
export type { SecretOptions } from './redact-secrets.ts';
export type { Detector, Span } from '../shared/redaction/redactor/detector.ts';
