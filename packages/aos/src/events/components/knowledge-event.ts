import type { Dict, KnowledgeQuery, KnowledgeResult } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';
import { decoded, encoded, matchOriginals } from '../originals.ts';

/** The codec of knowledge results. */
export const knowledgeEvent: Codec = {
  event: 'onKnowledgeRetrieved',
  key: 'results',
  slot: '/params/knowledgeStep/results',
  method: () => 'steps/knowledgeRetrieval',
  encode: (payload) => {
    const { text: query, keywords } = (payload['query'] ?? {}) as Partial<KnowledgeQuery>;
    const results = (payload['results'] as readonly KnowledgeResult[]).map(encodeResult);
    return { knowledgeStep: present({ query, keywords, results }) };
  },
  hints: ({ source, synthetic }) => present({ source, synthetic }),
  decode: (params, hints) => {
    const wire = dictAt(params, 'knowledgeStep');
    const results = listIn(params).map(decodeResult);
    const synthetic = hints['synthetic'] === true;
    return present({
      results,
      query: readQuery(wire),
      source: stringAt(hints, 'source'),
      synthetic,
    });
  },
  take: (params, payload) => {
    const before = payload['results'] as readonly KnowledgeResult[];
    return { value: matchOriginals(listIn(params), before, encodeResult, decodeResult) };
  },
  put: (params, value) => {
    const results = matchOriginals(
      value as readonly KnowledgeResult[],
      listIn(params),
      decodeResult,
      (result) => encodeResult(result as KnowledgeResult), // the list has only results
    );
    return { ...params, knowledgeStep: { ...dictAt(params, 'knowledgeStep'), results } };
  },
};

function readQuery(wire: Dict): KnowledgeQuery | undefined {
  const text = stringAt(wire, 'query');
  const keywords = wire['keywords'];
  if (text === undefined && keywords === undefined) return undefined;
  return {
    text: text ?? '',
    ...(Array.isArray(keywords) ? { keywords: keywords.map(String) } : {}),
  };
}

function encodeResult(result: KnowledgeResult): unknown {
  return encoded(result, ({ id, content, mimeType, metadata }) =>
    present({ id, content, mimeType, metadata }),
  );
}

function decodeResult(item: unknown): KnowledgeResult {
  const wire = isDict(item) ? item : {};
  const mimeType = stringAt(wire, 'mimeType');
  const metadata = wire['metadata'];
  return decoded(item, {
    id: stringAt(wire, 'id') ?? '',
    content: stringAt(wire, 'content') ?? '',
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(isDict(metadata) ? { metadata } : {}),
  });
}

function listIn(params: Dict): readonly unknown[] {
  const results = dictAt(params, 'knowledgeStep')['results'];
  return Array.isArray(results) ? results : [];
}
