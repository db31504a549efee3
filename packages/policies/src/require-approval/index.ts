export { ballotBox, type BallotBox } from './ballot-box.ts';
export type { BallotBoxOptions, CastVote, VoteStanding } from './ballot-box-options.ts';
export { quorum, type Approvers, type QuorumOptions } from './quorum.ts';
export { requireApproval, type RequireApprovalOptions } from './require-approval.ts';
