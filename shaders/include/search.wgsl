// Sorting and the hash grid: the search for what is near. Bindings mean the same in every shader of shaders/search.
struct Search {
  count: u32,       // pairs to sort, or points
  groups: u32,      // workgroups that count and scatter
  shift: u32,       // of the digit that is sorted by, in bits
  buckets: u32,     // of the hash table; a power of two
  cell: f32,        // m, edge of a cell: at least the radius
  radius: f32,      // m, of what counts as near
  capacity: u32,    // pairs of neighbours there is room for
  spare: u32,
}
@group(0) @binding(0) var<uniform> search: Search;
@group(0) @binding(1) var<storage, read_write> source: array<vec2u>;  // key, value
@group(0) @binding(2) var<storage, read_write> sorted: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;    // a digit and workgroup
@group(0) @binding(4) var<storage, read> points: array<vec4f>;        // m
@group(0) @binding(5) var<storage, read_write> ranges: array<vec2u>;  // a bucket: its first entry of `source`, and the end
@group(0) @binding(6) var<storage, read_write> offsets: array<u32>;   // a point: how many neighbours, then where they begin
@group(0) @binding(7) var<storage, read_write> pairs: array<vec2u>;   // a point and one near it, of a larger number
