// Ledgers as GET /v1/ledgers shows them, with what matters to a test written out.

export const a_share = (pod, memoryMiB, more = {}) => ({
  id: `id of ${pod}`,
  pod,
  uid: `uid of ${pod}`,
  container: 0,
  state: 'bound',
  source: 'annotation',
  hold: 'part',
  amount: {memoryMiB, cores: 0, cpus: 0, slots: 1},
  priority: 0,
  ...more,
});

/** A 310P3 of 21,527 MiB, 100 % cores and 7 slots. */
export function a_chip(index, shares = [], more = {}) {
  const sum = (name) => shares.reduce((total, share) => total + share.amount[name], 0);
  const capacity = {memoryMiB: 21527, cores: 100, cpus: 7, slots: 7};
  const used = {memoryMiB: sum('memoryMiB'), cores: sum('cores'), cpus: sum('cpus'), slots: sum('slots')};
  const free = Object.fromEntries(Object.keys(capacity).map((name) => [name, capacity[name] - used[name]]));
  return {
    index,
    uuid: `chip-${index}`,
    model: 'Ascend310P',
    mode: 'soft',
    healthy: true,
    capacity,
    used,
    free,
    shares,
    ...more,
  };
}

export const a_node = (name, chips, more = {}) => ({
  name,
  registration: 'fresh',
  chips,
  orphans: [],
  ...more,
});
