import type { Behaviour } from '../behaviour.ts';

/** A behaviour as a theme file writes it; what is left out takes the usual value. */
export type ThemedBehaviour = Omit<Behaviour, 'theme' | 'modes' | 'needs' | 'proves'> &
  Partial<Pick<Behaviour, 'modes' | 'needs' | 'proves'>>;

/** The behaviours of one theme: plain and streamed, without needs, unless they say otherwise. */
export function theme(name: string, behaviours: readonly ThemedBehaviour[]): readonly Behaviour[] {
  return behaviours.map((behaviour) => ({
    modes: ['plain', 'streamed'],
    needs: [],
    proves: [],
    ...behaviour,
    theme: name,
  }));
}
