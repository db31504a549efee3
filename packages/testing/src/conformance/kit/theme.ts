import type { Behaviour } from '../behaviour.ts';

/** A behaviour in a theme file; absent fields have the usual value. */
export type ThemedBehaviour = Omit<Behaviour, 'theme' | 'modes' | 'needs' | 'proves'> &
  Partial<Pick<Behaviour, 'modes' | 'needs' | 'proves'>>;

/** Returns the behaviours of one theme. By default they run plain and streamed and need no feature. */
export function theme(name: string, behaviours: readonly ThemedBehaviour[]): readonly Behaviour[] {
  return behaviours.map((behaviour) => ({
    modes: ['plain', 'streamed'],
    needs: [],
    proves: [],
    ...behaviour,
    theme: name,
  }));
}
