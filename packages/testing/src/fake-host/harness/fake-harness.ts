import { fullSupport } from '../../conformance/full-support.ts';
import type { Harness, Mode } from '../../conformance/harness.ts';
import type { HarnessRun, PersonsAnswer } from '../../conformance/scenario/harness-run.ts';
import type { Scenario } from '../../conformance/scenario/scenario.ts';
import { capabilities } from './capabilities.ts';
import type { Cycles } from '../run/cycles.ts';
import { FakeScenario } from './fake-scenario.ts';
import { readFakeRun } from './read-fake-run.ts';

/**
 * Makes a conformance harness of the fake host. Broken cycles make a broken host, to test the suite.
 *
 * @example
 * conformance(fakeHarness());
 */
export function fakeHarness(name = 'fakeHost', cycles?: Cycles): Harness {
  return {
    name,
    framework: 'fake-host',
    version: '1.0.0',
    capabilities,
    paths: { plain: ['run'], streamed: ['stream'] },
    supports: fullSupport,
    exceptions: [],
    start: (scenario, mode) => start(new FakeScenario(scenario, cycles), scenario, mode),
  };
}

async function start(fake: FakeScenario, scenario: Scenario, mode: Mode): Promise<HarnessRun> {
  const call = {
    ...(scenario.signal === undefined ? {} : { signal: scenario.signal }),
    ...(scenario.steering === undefined ? {} : { steering: scenario.steering }),
  };
  const input = fake.inputFor(scenario);
  const running = mode === 'plain' ? fake.host.run(input, call) : fake.host.stream(input, call);
  const resume = async (
    answer: PersonsAnswer,
    history: Parameters<FakeScenario['resumable']>[0],
  ): Promise<HarnessRun> => {
    const held = fake.resumable(history, answer);
    const approval = answer.approved ? 'yes' : 'no';
    const resumed =
      mode === 'plain' ? fake.host.resume(held, approval) : fake.host.resumeStream(held, approval);
    return readFakeRun(fake, resumed, scenario, resume);
  };
  return readFakeRun(fake, running, scenario, resume);
}
