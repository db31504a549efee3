import { createHooks, deny } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';

const hooks = createHooks();
hooks.addHook('preToolCall', () => deny('files stay'), { tool: 'delete_files' });
hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));

export default hooks;
