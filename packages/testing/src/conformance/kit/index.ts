export { expectAnswer, expectError, expectKind, expectRefusal } from './expect-outcome.ts';
export { hear, type Heard } from './heard.ts';
export { oneCall, question } from './one-call.ts';
export { asksFor, call, fails, says } from './script.ts';
export {
  expectRequests,
  expectUnseen,
  expectWithheld,
  requestAt,
  toolTextSeen,
  userTexts,
} from './seen-text.ts';
export { spyTool, type SpyTool } from './spy-tool.ts';
export { theme, type ThemedBehaviour } from './theme.ts';
