export type { OwnPattern, LinearPattern } from './own-patterns.ts';
export { personalDetector } from './personal-detector.ts';
export { kindsOf, personalTypes, type PersonalType } from './personal-types.ts';
export { redactPersonal, type RedactPersonalOptions } from './redact-personal.ts';
export type { Kind, Stretch, Trigger } from './kinds/kind.ts';
export type { Detector, Span } from '../shared/redaction/redactor/detector.ts';
