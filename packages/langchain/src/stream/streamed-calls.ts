import type { ToolCallChunk } from '@langchain/core/messages/tool';

/** A call as far as its pieces told it; its arguments are the text that the model wrote. */
export interface StreamedCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  args: string;
}

/** The calls of one streamed answer, put together from their pieces as LangChain does it. */
export class StreamedCalls {
  readonly all: StreamedCall[] = [];

  /** Adds a piece to its call, which is returned. */
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

/** Some providers give parallel calls one place or none: there only their ids tell them apart. */
function isPieceOf({ index, id }: ToolCallChunk, call: StreamedCall): boolean {
  if (index !== call.index) return false;
  if (index === undefined) return isFilled(id) && id === call.id;
  return !isFilled(id) || call.id === '' || id === call.id;
}

function isFilled(id: string | undefined): id is string {
  return id !== undefined && id !== null && id !== '';
}
