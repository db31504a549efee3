export type {
  InputMessage,
  Steering,
  ToolFixture,
  ToolRun,
} from './conformance/scenario/scenario.ts';
export type { Seams } from './conformance/scenario/seams.ts';
export type {
  AnswerTurn,
  CutTurn,
  FailureTurn,
  HangTurn,
  ModelScript,
  ScriptedCall,
  Turn,
} from './conformance/scenario/turn.ts';
export { coverageTables } from './coverage-tables/index.ts';
export { fakeHarness, fakeHost, scriptedFakeModel } from './fake-host/index.ts';
export type {
  Cycles,
  FakeAnswer,
  FakeCall,
  FakeCallOptions,
  FakeColleague,
  FakeEnd,
  FakeHost,
  FakeHostOptions,
  FakeInput,
  FakeMessage,
  FakeModel,
  FakeOffer,
  FakeOutcome,
  FakePart,
  FakePending,
  FakeRequest,
  FakeStop,
  FakeStream,
  FakeToolOutcome,
  ScriptedFakeModel,
} from './fake-host/index.ts';
export {
  readRecordedRuns,
  readRun,
  RecordedToolError,
  recordedTools,
  scriptFromRun,
  UnreadableRow,
} from './recorded-runs/index.ts';
export type {
  ArgumentsForm,
  IrregularKind,
  RecordedCall,
  RecordedChat,
  RecordedOutcome,
  RecordedRow,
  RecordedRun,
  RecordedTool,
  RecordedToolRequest,
  RecordedTurn,
} from './recorded-runs/index.ts';
export { callTools, say, scriptedModel } from './scripted-model/index.ts';
export type {
  Answer,
  Failure,
  FinishReason,
  Interruption,
  Obstacle,
  Pace,
  RateLimit,
  Script,
  ScriptedChat,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedRequest,
  ScriptedToolCall,
  ScriptedUsage,
  ScriptEntry,
  UserCue,
} from './scripted-model/index.ts';
export { inCallOrder, recordTranscript, renderTranscript } from './transcript/index.ts';
export type {
  Transcript,
  TranscriptEvent,
  TranscriptOptions,
  TranscriptRecord,
} from './transcript/index.ts';
export { tryPolicy } from './try-policy/index.ts';
export type { Trial, TrialFailure, TrialPayload, TryOptions } from './try-policy/index.ts';
