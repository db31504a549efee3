import type { Denial } from '../../contract/decisions/outcome.ts';
import type { StreamPiece } from '../../contract/adapter/index.ts';

/** A part that ends a block, or repeats it as a whole. */
export type EndPiece = Extract<StreamPiece, { kind: 'close' | 'call' | 'content' }>;

/** A delta piece of a stream. */
export type DeltaPiece = Extract<StreamPiece, { kind: 'delta' }>;

/** The result for a delta: a part to release after the parts that waited with it, nothing yet, or a deny. */
export type DeltaRuling<Part> =
  | {
      readonly kind: 'part';
      readonly part: Part;
      readonly block: Pick<DeltaPiece, 'id' | 'held'>;
      readonly before?: readonly Part[];
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'denied'; readonly denial: Denial };
