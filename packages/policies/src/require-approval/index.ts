export {
  ballotBox,
  type BallotBox,
  type BallotBoxOptions,
  type CastVote,
  type VoteStanding,
} from './ballot-box.ts';
export { quorum, type Approvers, type QuorumOptions } from './quorum.ts';
export { requireApproval, type RequireApprovalOptions } from './require-approval.ts';
