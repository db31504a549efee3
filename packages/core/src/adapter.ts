export type * from './index.ts';
export type * from './contract/adapter/index.ts';
export { openChat, findSuspended } from './chat/open-chat.ts';
export { pastAbort } from './chat/past-abort.ts';
export {
  ambientFrame,
  chatsAreSought,
  currentChat,
  runInChat,
  seekChats,
} from './chat/current-chat.ts';
export { checkHooks, includesHooks } from './chat/runtime-of.ts';
export { expectModelSteps, inModelStep, runInModelStep } from './cycles/model/model-step-scope.ts';
export { modelCycle } from './cycles/model/model-cycle.ts';
export { streamCycle } from './cycles/stream/stream-cycle.ts';
export { streamMode, type StreamMode } from './cycles/stream/stream-mode.ts';
export { toolCycle } from './cycles/tool/tool-cycle.ts';
export { reportToolError } from './cycles/tool/report-tool-error.ts';
export { gateToolCall } from './cycles/tool/gate-tool-call.ts';
export { around } from './cycles/step/run-step.ts';
export { absentModel } from './inventory/see-named-model.ts';
export { deniedOffers } from './inventory/denied-offers.ts';
export { providerTool } from './inventory/denied-offers.ts';
export { seeNamedModel } from './inventory/see-named-model.ts';
export { answerWith } from './cycles/model/conclude-response.ts';
export { inheritMessages, recallMessage, recallsMessages } from './cycles/model/recall-messages.ts';
export { seeTools } from './inventory/check-filters.ts';
export { seeInventory, type InventoryPart } from './inventory/see-inventory.ts';
export { declaredInventory, declareInventory } from './inventory/declared-inventory.ts';
export { frozenCopy } from './context/freeze.ts';
export { denialText, refusalText } from './context/refusal.ts';
export { keyPart } from './sessions/key-part.ts';
export { toFailure } from './errors/failure.ts';
export { InterposeError } from './errors/interpose-error.ts';
export { DeniedError } from './errors/denied-error.ts';
