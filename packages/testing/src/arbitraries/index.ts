export { arbitraryHookBehaviour, behave } from './arbitrary-hook-behaviour.ts';
export type { HookBehaviour } from './arbitrary-hook-behaviour.ts';
export { arbitraryMalformedReturn } from './arbitrary-malformed-return.ts';
export { arbitraryMessage, arbitraryMessages } from './arbitrary-message.ts';
export { arbitraryModelRequest } from './arbitrary-model-request.ts';
export { arbitraryModelResponse } from './arbitrary-model-response.ts';
export { arbitraryContent, arbitraryPart } from './arbitrary-part.ts';
export {
  arbitraryRegistration,
  arbitraryRegistrations,
  register,
} from './arbitrary-registration.ts';
export type { GeneratedRegistration } from './arbitrary-registration.ts';
export {
  arbitraryArgs,
  arbitraryCallId,
  arbitraryName,
  arbitraryTool,
  arbitraryToolCall,
} from './arbitrary-tool-call.ts';
export { arbitraryReturn, arbitraryVerdict } from './arbitrary-verdict.ts';
export { eventValues } from './event-values.ts';
export type { EventValues } from './event-values.ts';
