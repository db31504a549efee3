export { callTools } from './call-tools.ts';
export { say } from './say.ts';
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
} from './script.ts';
export type { ScriptedChat, ScriptedRequest } from './scripted-chat.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ScriptedModel, ScriptedModelOptions } from './scripted-model.ts';
