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

/** Each 0 takes a free port. */
export const freePorts = {
  hosts: 0,
  modal: 0,
  rpc: 0,
  wallet: 0,
  relay: 0,
  api: 0,
  accounts: 0,
  recovery: 0,
  mail: 0,
  gateway: 0,
  checkout: 0,
} as const satisfies Record<keyof typeof fixedPorts, 0>
