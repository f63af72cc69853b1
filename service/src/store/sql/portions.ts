/**
 * Rows in portions that fit into one statement. The sizes are powers of two, so that there are few different statements: the
 * connection keeps them prepared.
 */
export function* inPortions<Row>(rows: readonly Row[], max = 256): Generator<Row[]> {
  let size = max
  for (let start = 0; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2
    yield rows.slice(start, start + size)
  }
}
