// A lock file in a folder above this one does not count.
export default { turbopack: { root: import.meta.dirname } }
