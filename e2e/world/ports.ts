/** The ports of the world that `npm start` starts. The pages in `examples/` name them. */
export const fixedPorts = {
  hosts: 5170,
  modal: 5171,
  rpc: 5172,
  wallet: 5173,
  relay: 5174,
  api: 5175,
  accounts: 5176,
  recovery: 5177,
  mail: 5178,
  gateway: 5179,
  checkout: 5181,
} as const

/** Where a page of `examples/` is served beside it. */
export const examplePort = 5180
