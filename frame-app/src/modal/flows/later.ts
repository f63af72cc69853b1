/** Flows that load after the first view. One file names them, because the first view would otherwise list the files of each. */
export const loadAfterConnecting = () => import('./after-connecting.ts')
export const loadCatchUp = () => import('./catch-up.ts')
export const loadEmailLogin = () => import('./email-login.ts')
export const loadRpcRequest = () => import('./rpc-request.ts')
export const loadSignIn = () => import('./sign-in.ts')
