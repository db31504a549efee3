import { type Copy, fileAt, isDict } from '@interpose/adapter-kit';
import type { Dict, Part } from '@interpose/core';

/** Returns one content block of a message as hooks see it. */
export function readBlock(block: Dict, copy: Copy): Part {
  const { type } = block;
  const isText = type === 'text' || type === 'text_delta' || type === 'output_text';
  if (typeof block['text'] === 'string' && isText) return { type: 'text', text: block['text'] };
  for (const key of ['reasoning', 'thinking'] as const) {
    const text = block[key];
    if (type === key && typeof text === 'string') return { type: 'reasoning', text };
  }
  const spoken = type === 'audio' ? block['transcript'] : block['refusal'];
  if (typeof spoken === 'string' && (type === 'audio' || type === 'refusal'))
    return { type: 'text', text: spoken };
  const file = fileOf(block, copy);
  if (file !== undefined) return file;
  return hasWords(block)
    ? { type: 'data', data: copy(block) }
    : { type: 'other', kind: String(type) };
}

/** The keys of a block with values that a model does not read as words. */
const NO_WORDS: ReadonlySet<string> = new Set(
  (
    'type id index data signature encrypted_content format detail source_type mime_type mimeType media_type ' +
    'file_id fileId tool_use_id cache_control'
  ).split(' '),
);

function hasWords(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null) return false;
  // The data of a source that says so are plain text.
  const isText = Reflect.get(value, 'type') === 'text';
  return Object.entries(value).some(
    ([key, each]) => (!NO_WORDS.has(key) || (isText && key === 'data')) && hasWords(each),
  );
}

/** An address without a scheme leads nowhere: it is base64, which some providers take as it is. */
const BASE64 = /^[\w+/=\s-]+$/;

function fileOf(block: Dict, copy: Copy): Part | undefined {
  if (block['type'] === 'image_url') {
    const image = block['image_url'];
    const url = isDict(image) ? image['url'] : image;
    if (typeof url !== 'string') return undefined;
    return BASE64.test(url)
      ? { type: 'file', mediaType: 'image/*', data: url }
      : fileAt(url, 'image/*');
  }
  const { file } = block;
  const address = isDict(file) ? file['file_data'] : undefined;
  const held = typeof address === 'string' ? fileAt(address, '') : undefined;
  const mediaType = block['mimeType'] ?? block['mime_type'] ?? held?.mediaType;
  if (typeof mediaType !== 'string' || mediaType === '') return undefined;
  const read = { type: 'file', mediaType, ...nameOf(block) } as const;
  const data = block['data'] ?? held?.data;
  if (typeof data === 'string') return { ...read, data: copy(data) };
  const url = block['url'] ?? held?.url;
  return typeof url === 'string' ? { ...read, url } : undefined;
}

/** Returns the name of a file, in any of the fields that providers read. */
function nameOf({ file, metadata, ...own }: Dict): { readonly name?: string } {
  const names = [own, file, metadata]
    .filter(isDict)
    .flatMap(({ filename, name, title }) => [filename, name, title]);
  const said = new Set(names.filter((name) => typeof name === 'string' && name !== ''));
  return said.size === 0 ? {} : { name: [...said].join(', ') };
}
