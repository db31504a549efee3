export { fakeHost } from './fake-host.ts';
export type { FakeHost, FakeInput, FakeStream } from './fake-host.ts';
export type { FakeCallOptions, FakeHostOptions } from './run/fake-host-options.ts';
export type { FakeEnd, FakeOutcome, FakePending } from './run/fake-outcome.ts';
export type {
  FakeAnswer,
  FakeCall,
  FakeMessage,
  FakeOffer,
  FakePart,
  FakeRequest,
  FakeStop,
  FakeToolOutcome,
} from './translate/fake-values.ts';
export type { FakeColleague } from './agents/fake-agent.ts';
export type { FakeModel } from './model/fake-model.ts';
export { scriptedFakeModel } from './model/scripted-fake-model.ts';
export type { ScriptedFakeModel } from './model/scripted-fake-model.ts';
export { fakeHarness } from './harness/fake-harness.ts';
export type { Cycles } from './run/cycles.ts';
