import type { ToolCallChunk } from '@langchain/core/messages/tool';

/** A call, as far as its pieces have come. The arguments are the text that the model wrote. */
export interface StreamedCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  args: string;
}

/** The calls of one streamed answer, put together from pieces in the same way as LangChain does it. */
export class StreamedCalls {
  readonly all: StreamedCall[] = [];

  /** Adds a piece to its call and returns the call. */
  add(piece: ToolCallChunk): StreamedCall {
    const { index, id = '', name = '', args = '' } = piece;
    let call = this.all.find((known) => isPieceOf(piece, known));
    if (call === undefined) this.all.push((call = { index, id: '', name: '', args: '' }));
    call.id ||= id ?? '';
    call.name ||= name ?? '';
    call.args += args ?? '';
    return call;
  }
}

/** Whether a piece belongs to a call. Some providers give parallel calls one place or none; then only ids tell. */
function isPieceOf({ index, id }: ToolCallChunk, call: StreamedCall): boolean {
  if (index !== call.index) return false;
  if (index === undefined) return isFilled(id) && id === call.id;
  return !isFilled(id) || call.id === '' || id === call.id;
}

function isFilled(id: string | undefined): id is string {
  return id !== undefined && id !== null && id !== '';
}
