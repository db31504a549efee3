export { fakeHost } from './fake-host.ts';
export type { FakeHost, FakeInput, FakeStream } from './fake-host.ts';
export type { FakeCallOptions, FakeHostOptions } from './fake-host-options.ts';
export type { FakeEnd, FakeOutcome, FakePending } from './fake-outcome.ts';
export type {
  FakeAnswer,
  FakeCall,
  FakeMessage,
  FakeOffer,
  FakePart,
  FakeRequest,
  FakeStop,
  FakeToolOutcome,
} from './fake-values.ts';
export type { FakeColleague } from './fake-agent.ts';
export type { FakeModel } from './fake-model.ts';
export { scriptedFakeModel } from './scripted-fake-model.ts';
export type { ScriptedFakeModel } from './scripted-fake-model.ts';
export { fakeHarness } from './fake-harness.ts';
export type { Cycles } from './cycles.ts';
