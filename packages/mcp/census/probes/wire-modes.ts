import { createHooks, deny, type Dict } from '@interpose/core';
import { canaries, type Canary, type ProbeMode } from '@interpose/testing/probes';

/** The messages that a probe is about, as the hooks see them: what begins carries one canary, its answer another. */
export interface Crossing {
  /** Which way the first message goes, seen from the hooks. */
  readonly way: 'out' | 'in';
  /** False for a notification, and for an answer that has no room for a canary. */
  readonly isAnswered: boolean;
  /** True for a request. */
  readonly isRequest: boolean;
  /** Which messages with a canary the hooks judge; all of them when absent. */
  readonly isMeant?: (message: Dict) => boolean;
}

/** What carries the first message, and what its answer. */
export const carried = { question: 'firstText', answer: 'finalText' } as const;

type WireEvent = 'preMcpMessage' | 'onMcpMessage';
type Verdict = (message: Dict) => object;

/** Every verdict at every event that this crossing sets off, and what must then be reachable nowhere. */
export function modesOf({
  way,
  isAnswered,
  isRequest,
  isMeant = () => true,
}: Crossing): readonly ProbeMode[] {
  const [first, second]: readonly WireEvent[] =
    way === 'out' ? ['preMcpMessage', 'onMcpMessage'] : ['onMcpMessage', 'preMcpMessage'];
  const { question, answer } = carried;
  const both: readonly Canary[] = isAnswered ? [question, answer] : [question];
  const replaces = { stops: [], keptFrom: 'model' } as const;
  const refuses = { stops: ['tool', 'request'] } as const;
  const mode = modeFor(isMeant);
  const modes = [
    mode('deny', first!, question, denies, { hidden: both, ...refuses }),
    mode('modify', first!, question, replaced, { hidden: [question], ...replaces }),
  ];
  if (isAnswered)
    modes.push(
      mode('deny the answer at', second!, answer, denies, { hidden: [answer], stops: [] }),
      mode('modify the answer at', second!, answer, replaced, { hidden: [answer], stops: [] }),
    );
  if (isRequest && way === 'out')
    modes.push(mode('respond', first!, question, supplied, { hidden: both, ...refuses }));
  return modes;
}

const denies: Verdict = () => deny('the probe denies');
const supplied: Verdict = () => ({ reply: { result: { _meta: {} } } });

type Holds = Pick<ProbeMode, 'hidden' | 'stops' | 'keptFrom'>;

/** Makes modes whose hooks judge what is meant. */
function modeFor(isMeant: (message: Dict) => boolean) {
  return (
    name: string,
    event: WireEvent,
    about: Canary,
    verdict: Verdict,
    holds: Holds,
  ): ProbeMode => {
    const hooks: ProbeMode['hooks'] = (asked) => {
      const made = createHooks();
      made.addHook(event, ({ message }) => {
        if (!isMeant(message)) return undefined;
        if (!JSON.stringify(message).includes(canaries[about])) return undefined;
        if (verdict === replaced) asked(canaries[about], replacement);
        else asked();
        return verdict(message);
      });
      return made;
    };
    return { name: `${name} ${event}`, event, hooks, ...holds };
  };
}

const replacement = 'REPLACED';

/** The same message without a canary. */
function replaced(message: Dict): { readonly message: Dict } {
  const texts = Object.values(canaries).join('|');
  const text = JSON.stringify(message).replaceAll(new RegExp(texts, 'g'), replacement);
  return { message: JSON.parse(text) as Dict };
}
