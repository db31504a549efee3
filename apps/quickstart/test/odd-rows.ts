import { irregularRow } from './made-up-rows.ts';

type Json = Readonly<Record<string, unknown>>;

/** Rows in which models and recordings do what they rarely do; every framework must tell them alike. */
export const oddRows: readonly unknown[] = [
  JSON.parse(irregularRow),
  // A key that would change a prototype.
  [
    user('Change it.'),
    calls(call('1', 'f', '{"constructor":{"prototype":{"a":1}}}')),
    result('1'),
    says('Changed.'),
  ],
  // Arguments that are no object.
  [
    user('Call it.'),
    calls(
      ...['null', '"text"', '12', '[1]', '', '{"a":'].map((text, id) => call(`${id}`, 'f', text)),
    ),
    ...['0', '1', '2', '3', '4', '5'].map(result),
    says('Called.'),
  ],
  // One id for three calls, two of them alike.
  [
    user('Again.'),
    calls(call('1', 'f', '{"a":1}'), call('1', 'f', '{"a":1}'), call('1', 'g', '{"a":2}')),
    result('1'),
    result('1'),
    { ...result('1'), error: 'it broke' },
    says('Done.'),
  ],
  // Calls without an id, empty answers and an empty question.
  [user('Go.'), calls(call('', 'f', '{}')), result(''), says(''), user(''), says('Gone.')],
  // Instructions of no words, two answers in a row and a name that no service takes.
  [
    { role: 'system', content: '' },
    user('Hi.'),
    says('One.'),
    says('Two.'),
    calls(call('1', 'Ünusual name & more '.repeat(6), '{}')),
    result('1'),
  ],
  [user('Nobody answers.')],
  [says('Nobody asked.')],
  // The user breaks in while calls are open, and the recording ends in the loop.
  [
    user('Start.'),
    calls(call('1', 'f', '{}'), call('2', 'g', '{}')),
    result('1'),
    user('Stop.'),
    says('Stopped.'),
    user('Go on.'),
    calls(call('1', 'f', '{}')),
  ],
];

function user(content: string): Json {
  return { role: 'user', content };
}

function says(content: string): Json {
  return { role: 'assistant', content };
}

function calls(...asked: readonly Json[]): Json {
  return { role: 'assistant', content: null, tool_calls: asked };
}

function call(id: string, name: string, text: string): Json {
  return { id, type: 'function', function: { name, arguments: text } };
}

function result(id: string): Json {
  return { role: 'tool', tool_call_id: id, content: `result ${id}` };
}
