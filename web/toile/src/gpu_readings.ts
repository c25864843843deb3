// What comes back from a device: buffers that are copied to and then looked at, used again and again, and a clock.

/** Staging buffers; each is of one reading at a time. */
export class GpuReadings {
  readonly #free: GPUBuffer[] = [];
  readonly #all = new Set<GPUBuffer>();

  constructor(readonly device: GPUDevice) {}

  /** A buffer of at least this many bytes, to be handed to read() after the copies were submitted. */
  take(bytes: number): GPUBuffer {
    const fitting = this.#free.findIndex(({ size }) => size >= bytes);
    if (fitting >= 0) return this.#free.splice(fitting, 1)[0]!;
    const small = this.#free.pop();
    if (small !== undefined) {
      this.#all.delete(small);
      small.destroy();
    }
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const made = this.device.createBuffer({ size: Math.max(256, bytes), usage });
    this.#all.add(made);
    return made;
  }

  /** Waits for the device. What `look` is given is good inside it only. */
  async read(buffer: GPUBuffer, look: (bytes: ArrayBuffer) => void): Promise<void> {
    await buffer.mapAsync(GPUMapMode.READ);
    try {
      look(buffer.getMappedRange());
    } finally {
      buffer.unmap();
      this.#free.push(buffer);
    }
  }

  destroy(): void {
    for (const buffer of this.#all) buffer.destroy();
  }
}

/** Measures passes where the device lets it. Its reading is two 64-bit numbers, in nanoseconds. */
export class GpuClock {
  static readonly bytes = 16;
  readonly #queries: GPUQuerySet | undefined;
  readonly #resolved: GPUBuffer | undefined;

  constructor(device: GPUDevice) {
    if (!device.features.has('timestamp-query')) return;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 });
    this.#resolved = device.createBuffer({ size: GpuClock.bytes, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
  }

  get pass(): GPUComputePassDescriptor {
    if (this.#queries === undefined) return {};
    return { timestampWrites: { querySet: this.#queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 } };
  }

  copyTo(buffer: GPUBuffer, encoder: GPUCommandEncoder): void {
    if (this.#queries === undefined) return;
    encoder.resolveQuerySet(this.#queries, 0, 2, this.#resolved!, 0);
    encoder.copyBufferToBuffer(this.#resolved!, 0, buffer, 0, GpuClock.bytes);
  }

  /** From the first bytes of a reading; undefined where there is no clock, or it has gone backwards. */
  milliseconds(bytes: ArrayBuffer): number | undefined {
    if (this.#queries === undefined) return undefined;
    const [begin, end] = new BigUint64Array(bytes, 0, 2) as unknown as [bigint, bigint];
    return end >= begin ? Number(end - begin) / 1e6 : undefined;
  }

  destroy(): void {
    this.#queries?.destroy();
    this.#resolved?.destroy();
  }
}
