export { checkHooks } from './chat/runtime-of.ts';
export { joinChat, type JoinOptions } from './chat/join-chat.ts';
export { slotOf, type SlotHandle } from './chat/event-handle.ts';
export { noteCall } from './cycles/tool/finish-tool-call.ts';
export { onBehalfOf } from './authoring/on-behalf-of.ts';
export { withFinding, type Finding } from './authoring/with-finding.ts';
export { withProblem } from './context/ruling.ts';
export { keepMemoryIn } from './sessions/memory-store.ts';
