import type { StreamPiece } from '../../contract/adapter/index.ts';
import type { StreamMode } from './stream-mode.ts';

/** After the provider's own error only what ends the stream well formed still passes; the rest was never judged. */
export function passesAfterError({ kind }: StreamPiece, mode: StreamMode): boolean {
  return kind === 'meta' || kind === 'finish' || (kind === 'close' && mode !== 'buffer');
}
