export { guardian } from './client/guardian.ts';
export { ping, type GuardianHealth } from './client/ping.ts';
export type { AgentDetails } from './client/agent-details.ts';
export type { GuardianFailureCode } from './client/http/guardian-failure.ts';
export type { GuardianNote, GuardianOptions, Posture } from './client/guardian-options.ts';
export { serve } from './server/serve.ts';
export type { ServeNote, ServeOptions } from './server/serve-options.ts';
export { aosEvents, isAfterEvent, type AosEvent } from './events/codecs.ts';
