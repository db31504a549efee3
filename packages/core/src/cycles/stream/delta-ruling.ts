import type { Denial } from '../../contract/decisions/outcome.ts';
import type { StreamPiece } from '../../contract/adapter/index.ts';

/** What ends a block, or says it as a whole. */
export type EndPiece = Extract<StreamPiece, { kind: 'close' | 'call' | 'content' }>;

/** A delta piece of a stream. */
export type DeltaPiece = Extract<StreamPiece, { kind: 'delta' }>;

/** What a delta became: a part to let out, behind those that waited with it, nothing yet, or a deny. */
export type DeltaRuling<Part> =
  | {
      readonly kind: 'part';
      readonly part: Part;
      readonly block: Pick<DeltaPiece, 'id' | 'held'>;
      readonly before?: readonly Part[];
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'denied'; readonly denial: Denial };
