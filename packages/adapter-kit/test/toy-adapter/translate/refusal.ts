import type { ToyAnswer, ToyPart } from './native.ts';

/** A refusal as the SDK's own models refuse. */
export function refusalAnswer(text: string): ToyAnswer {
  return { text, calls: [], stop: 'filtered' };
}

/** An answer in parts. */
export function partsOf({ text, calls, stop }: ToyAnswer): readonly ToyPart[] {
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map((call) => ({ type: 'call', call }) as const),
    { type: 'end', stop },
  ];
}
