export type * from './index.ts';
export type * from './contract/adapter.ts';
export {
  openChat,
  findSuspended,
  currentChat,
  runInChat,
  seekChats,
  chatsAreSought,
} from './dispatch/open-chat.ts';
export { expectModelSteps, inModelStep, runInModelStep } from './dispatch/model-step-scope.ts';
export { joinChat, type JoinOptions } from './dispatch/join-chat.ts';
export { noteCall } from './dispatch/note-call.ts';
export { onBehalfOf } from './dispatch/on-behalf-of.ts';
export { modelCycle } from './dispatch/model-cycle.ts';
export { streamCycle } from './dispatch/stream-cycle.ts';
export { streamMode, type StreamMode } from './dispatch/stream-mode.ts';
export { slotOf, type SlotHandle } from './dispatch/slot-of.ts';
export { toolCycle } from './dispatch/tool-cycle.ts';
export { reportToolError } from './dispatch/report-tool-error.ts';
export { gateToolCall } from './dispatch/gate-tool-call.ts';
export { around } from './dispatch/around.ts';
export { absentModel } from './offers/absent-model.ts';
export { deniedOffers } from './offers/denied-offers.ts';
export { providerTool } from './offers/provider-tool.ts';
export { seeNamedModel } from './offers/see-named-model.ts';
export { answerWith } from './dispatch/answer-with.ts';
export { recallMessage } from './dispatch/admit-messages.ts';
export { seeInventory, type InventoryPart } from './dispatch/see-inventory.ts';
export { declaredInventory, declareInventory } from './dispatch/declared-inventory.ts';
export { frozenCopy } from './dispatch/deep-freeze.ts';
export { denialText, refusalText } from './dispatch/denial.ts';
export { toFailure } from './dispatch/failure.ts';
export { InterposeError } from './errors/interpose-error.ts';
export { DeniedError } from './errors/denied-error.ts';
