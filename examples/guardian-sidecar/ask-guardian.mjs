import { guardian } from '@interpose/aos';

// What `interpose-hook` loads: it asks the guardian, and denies where that gives no answer.
export default guardian({ url: process.env.GUARDIAN_URL, token: process.env.GUARDIAN_TOKEN });
