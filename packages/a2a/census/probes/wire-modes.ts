import { createHooks, deny, type Dict } from '@interpose/core';
import { canaries, type Canary, type ProbeMode } from '@interpose/testing/probes';

/** What the request carries, and what its answer. */
export const carried = { question: 'firstText', answer: 'finalText' } as const;

const { question, answer } = carried;

/** It asks for nothing that could carry a canary. */
export const cardRequest = 'GetExtendedAgentCard';

type WireEvent = 'preA2aMessage' | 'onA2aMessage';
type Verdict = (message: Dict) => object;

/** Every verdict at each event that a request and its answer set off, and what must then be reachable nowhere. */
export function modesOf(hooked: 'client' | 'server', wire: string): readonly ProbeMode[] {
  const isAnswered = wire !== 'DeleteTaskPushNotificationConfig';
  const asks = wire === cardRequest ? cardRequest : question;
  const [first, second]: readonly WireEvent[] =
    hooked === 'client' ? ['preA2aMessage', 'onA2aMessage'] : ['onA2aMessage', 'preA2aMessage'];
  const both: readonly Canary[] = [question, answer];
  const replaces = { stops: [], keptFrom: 'model' } as const;
  const refuses = { hidden: both, stops: ['tool', 'request'] } as const;
  const answers = { hidden: [answer], stops: [] } as const;
  return [
    mode('deny', first!, asks, denies, refuses),
    ...(asks === question
      ? [mode('modify', first!, question, replaced, { hidden: [question], ...replaces })]
      : []),
    ...(isAnswered
      ? [
          mode('deny the answer at', second!, answer, denies, answers),
          mode('modify the answer at', second!, answer, replaced, answers),
        ]
      : []),
    ...(hooked === 'client' ? [mode('respond', first!, asks, supplied, refuses)] : []),
  ];
}

/** What a server posts: one message, which leaves. */
export const pushModes: readonly ProbeMode[] = [
  mode('deny', 'preA2aMessage', 'finalText', denies, { hidden: ['finalText'], stops: ['request'] }),
  mode('modify', 'preA2aMessage', 'finalText', replaced, {
    hidden: ['finalText'],
    stops: [],
    keptFrom: 'model',
  }),
];

function denies(): object {
  return deny('the probe denies');
}

function supplied({ id }: Dict): object {
  return { reply: { jsonrpc: '2.0', id, error: { code: -32_000, message: 'supplied' } } };
}

function mode(
  name: string,
  event: WireEvent,
  about: Canary | typeof cardRequest,
  verdict: Verdict,
  holds: Pick<ProbeMode, 'hidden' | 'stops' | 'keptFrom'>,
): ProbeMode {
  const text = about === cardRequest ? `"method":"${about}"` : canaries[about];
  const hooks: ProbeMode['hooks'] = (asked) => {
    const made = createHooks();
    made.addHook(event, ({ message }) => {
      if (!JSON.stringify(message).includes(text)) return undefined;
      if (verdict === replaced) asked(text, replacement);
      else asked();
      return verdict(message);
    });
    return made;
  };
  return { name: `${name} ${event}`, event, hooks, ...holds };
}

const replacement = 'REPLACED';

/** The same message without a canary. */
function replaced(message: Dict): { readonly message: Dict } {
  const texts = Object.values(canaries).join('|');
  const text = JSON.stringify(message).replaceAll(new RegExp(texts, 'g'), replacement);
  return { message: JSON.parse(text) as Dict };
}
