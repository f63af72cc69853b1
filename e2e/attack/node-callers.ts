/**
 * Every file that asks nodes, and what a single lying node can do there. `several`: what decides a recipient, a token, a standard or a
 * right is asked of two nodes or of all. Otherwise the reason why one node may answer.
 */
export const nodeCallers: Readonly<Record<string, { readonly several?: string; readonly one?: string }>> = {
  'frame-app/src/modal/session/balance.ts': { one: 'a balance is shown; nothing is signed by it' },
  'frame-app/src/modal/session/ask-chain.ts': { one: 'opens the node for the flows below', several: 'decimals' },
  'frame-app/src/modal/features/assets/listed-tokens.ts': {
    one: 'balances and names of tokens that the page lists are shown',
  },
  'frame-app/src/modal/features/ledger/read-outcome.ts': { one: 'the outcome of what is sent already is shown' },
  'frame-app/src/modal/host/rpc-request.ts': { one: 'reads of the page, which chose the node itself' },
  'frame-app/src/modal/features/send/send-confirm.ts': {
    one: 'the quote is made again and has to be the one that was shown: recipient, token and amount are the form’s',
  },
  'frame-app/src/modal/features/send/send-names.ts': { several: 'the address that a name means' },
  'frame-app/src/modal/features/send/send-recipient.ts': { one: 'warns of contracts; a lie leaves the warning out' },
  'frame-app/src/modal/features/send/send-review.ts': {
    one: 'fee and simulation are shown as estimates; the wallet shows its own',
  },
  'frame-app/src/modal/features/send/send.ts': {
    several: 'the decimals of a token',
    one: 'its balance and the usual fee are shown',
  },
  'frame-app/src/modal/features/sign-in/sign-only.ts': { one: 'sends what is signed already' },
  'frame-app/src/modal/features/swap/swap-approve.ts': {
    one: 'an allowance that is missing or too large for what is shown',
  },
  'frame-app/src/modal/features/swap/swap-prepare.ts': {
    one: 'cost and effects of a built swap; router, recipient and minimum come from the call itself',
  },
  'frame-app/src/modal/features/swap/swap-review.ts': {
    one: 'whether an allowance is missing: without it the swap fails',
  },
  'frame-app/src/modal/features/swap/swap-tokens.ts': {
    one: 'names of a token that the user has pasted by its address',
  },
  'frame-app/src/modal/features/swap/swap.ts': {
    several: 'the decimals of both tokens',
    one: 'balances and the price of gas',
  },
  'frame-app/src/modal/session/watch-balance.ts': { one: 'a balance is shown' },
  'frame-app/src/wallet/approval/eip155/chain.ts': { one: 'opens the nodes for the files below' },
  'frame-app/src/wallet/approval/eip155/tools.ts': {
    several: 'standard, symbol and decimals of tokens; whether a transaction is known',
    one: 'gas, fee, nonce and the simulation, which are shown as the node says them',
  },
  'frame-app/src/wallet/approval/solana/node.ts': {
    several: 'lookup tables',
    one: 'the simulation, and accounts whose place in the screen says that a node has named them',
  },
  'frame-app/src/wallet/login/deployed.ts': { one: 'reported to the page as last read' },
  'frame-app/src/wallet/approval/eip155/sponsor.ts': {
    one: 'asks the sponsor of the project record, of whose answers the wallet shows the fee',
  },
  'frame-app/src/wallet/provider/answers/bundler.ts': {
    one: 'the bundler of the project record answers the page, which is told so',
  },
  'frame-app/src/wallet/provider/safe.ts': {
    several: 'whether the target of a session is a token',
    one: 'reads of the page, which chose the node itself',
  },
  'frame-app/src/wallet/rotation/eip155.ts': {
    several: 'words of tokens, and who gets what is signed: every node',
    one: 'what the old account holds; everything goes to the own new account, for at most three times the fee that was shown',
  },
  'frame-app/src/wallet/rotation/holdings.ts': {
    several: 'words of tokens',
    one: 'as above: what the old account holds, and the fee, which are shown',
  },
  'frame-app/src/wallet/rotation/solana.ts': { one: 'as above, to the own new account' },
  'frame-app/src/wallet/account-pages/smart-account.ts': {
    one: 'a list is shown; undoing is signed for what the user picks',
  },
  'service/src/gateway/app.ts': { one: 'the operator’s own nodes, for reads that are shown' },
  'service/src/gateway/balances/balances.ts': { one: 'balances are shown' },
  'service/src/gateway/convert/approvals.ts': { one: 'the amount of an allowance is shown' },
  'service/src/gateway/convert/pools/taxes.ts': { one: 'quotes, as below' },
  'service/src/gateway/convert/market.ts': {
    one: 'quotes, which the modal checks against its own routers and minimum',
  },
  'service/src/gateway/history/probe.ts': { one: 'a check for the operator' },
  'service/src/gateway/identity/avatar.ts': { one: 'a picture is shown' },
  'service/src/gateway/identity/ens.ts': { one: 'a name is shown beside the address' },
  'service/src/gateway/indexer/followers.ts': { one: 'the index, of which balances and histories are shown' },
  'service/src/gateway/names/probe.ts': { one: 'a check for the operator' },
  'service/src/gateway/names/signature.ts': {
    one: 'whether a contract account signs: the operator’s own node, for names of the operator’s zone',
  },
  'service/src/gateway/nodes/probe.ts': { one: 'a check for the operator' },
  'service/src/gateway/tokens/directories.ts': { one: 'names of tokens are shown' },
  'service/src/wallet/farcaster/registry.ts': { several: 'who may sign for an account of Farcaster' },
  'host-sdk/src/siwx/verify/eip155-contract.ts': {
    one: 'whether a contract account signs: the page’s or server’s own node',
  },
}
