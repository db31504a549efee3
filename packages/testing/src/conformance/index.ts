export { behaviours } from './behaviours.ts';
export { conformance } from './conformance.ts';
export { fakeHarness } from '../fake-host/harness/fake-harness.ts';
export { fullSupport } from './full-support.ts';
export { findDishonesty } from './find-dishonesty.ts';
export type { Judgement } from './judge-behaviour.ts';
export { judgeBehaviour } from './judge-behaviour.ts';
export { conformanceResults } from './results.ts';
export type { ConformanceResult } from './results.ts';
export { readChatRequest } from './scenario/read-chat-request.ts';
export { toScript } from './scenario/to-script.ts';
export { unbackedRows } from './unbacked-rows.ts';
export type { UnbackedRow } from './unbacked-rows.ts';
export type { Behaviour, Proof } from './behaviour.ts';
export type { Bench } from './bench.ts';
export { features } from './feature.ts';
export type { Feature } from './feature.ts';
export type { Exception, Harness, Mode, RowReference, Support } from './harness.ts';
export type {
  HarnessRun,
  Outcome,
  PendingCall,
  PersonsAnswer,
  Received,
} from './scenario/harness-run.ts';
export type {
  AgentFixture,
  Consumer,
  InputMessage,
  Scenario,
  Steering,
  ToolFixture,
  ToolRun,
} from './scenario/scenario.ts';
export type {
  A2aExchange,
  CompactionSeam,
  KnowledgeSeam,
  McpSeam,
  MemorySeam,
  Seams,
} from './scenario/seams.ts';
export type { SeenMessage, SeenRequest } from './scenario/seen-request.ts';
export type {
  AnswerTurn,
  CutTurn,
  FailureTurn,
  HangTurn,
  ModelScript,
  ScriptedCall,
  Turn,
} from './scenario/turn.ts';
export { randomApps } from './random-apps.ts';
