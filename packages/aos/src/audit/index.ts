export { closeBatch, type AuditBatch, type BatchHead } from './chain.ts';
export { verifyChain, type Anchor, type Broken, type Verification } from './verify-chain.ts';
export { verifyExport, type ExportProof } from './verify-export.ts';
