export { callTools } from './script/call-tools.ts';
export { say } from './script/say.ts';
export type {
  Answer,
  Failure,
  FinishReason,
  Interruption,
  Obstacle,
  Pace,
  RateLimit,
  Script,
  ScriptedToolCall,
  ScriptedUsage,
  ScriptEntry,
  UserCue,
} from './script/script.ts';
export type { ScriptedChat, ScriptedRequest } from './scripted-chat.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ScriptedModel, ScriptedModelOptions } from './scripted-model.ts';
