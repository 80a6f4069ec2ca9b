// Figures of nodes and of the cluster, from the ledgers. All pure.
//
// A free piece is the free memory of one chip that may take a share: pieces of different chips do not add up for a
// pod, which is what fragmentation means. Memory in MiB; cores as fractions of a chip, since chips count them differently.

/** Why the chip takes no more shares; empty when it does. */
export function closedBy(chip, node) {
  if (node.registration !== 'fresh')
    return node.registration === 'missing' ? 'not registered' : `registration ${node.registration}`;
  if (!chip.healthy) return 'unhealthy';
  if (chip.cordoned) return 'cordoned';
  if (chip.block) return chip.block.replaceAll('-', ' ');
  if (chip.free.memoryMiB < 0 || chip.free.cores < 0) return 'overcommitted';
  if (chip.shares.some((share) => share.hold !== 'part')) return 'held for one alone';
  if (chip.free.slots <= 0) return 'no free slot';
  return '';
}

export const isOver = (chip) =>
  chip.free.memoryMiB < 0 || chip.free.cores < 0 || chip.free.cpus < 0 || chip.free.slots < 0;

export const pieceOf = (chip, node) => (closedBy(chip, node) ? 0 : Math.max(0, chip.free.memoryMiB));

const fraction = (used, capacity) => (capacity > 0 ? used / capacity : 0);

export function figuresOf(node) {
  const figures = {
    chips: node.chips.length,
    shares: 0,
    used: 0,
    capacity: 0,
    free: 0,
    usable: 0,
    largest: 0,
    coresUsed: 0,
    idle: 0,
    problems: problemsOf(node),
  };
  for (const chip of node.chips) {
    const piece = pieceOf(chip, node);
    figures.shares += chip.shares.length;
    figures.used += chip.used.memoryMiB;
    figures.capacity += chip.capacity.memoryMiB;
    figures.free += Math.max(0, chip.free.memoryMiB);
    figures.usable += piece;
    figures.largest = Math.max(figures.largest, piece);
    figures.coresUsed += fraction(chip.used.cores, chip.capacity.cores);
    figures.idle += chip.shares.length === 0 && piece > 0 ? 1 : 0;
  }
  return figures;
}

/** A chip that belongs to claims is as its operator wants it; the other blocks want mending. */
const isTroubled = (block) => ['quarantined', 'unmapped-claims', 'uncountable-claims'].includes(block);

/** In words, the gravest first. */
export function problemsOf(node) {
  const problems = [];
  const count = (chips, words) => {
    if (chips.length > 0)
      problems.push(
        chips.length === 1 ? `chip ${chips[0].index} ${words}` : `${chips.length} chips ${words}`,
      );
  };
  count(node.chips.filter(isOver), 'overcommitted');
  if (node.registration !== 'fresh')
    problems.push(
      node.registration === 'missing'
        ? 'not registered'
        : `registration ${node.registration.replaceAll('-', ' ')}`,
    );
  count(
    node.chips.filter((chip) => !chip.healthy),
    'unhealthy',
  );
  count(
    node.chips.filter((chip) => chip.cordoned),
    'cordoned',
  );
  count(
    node.chips.filter((chip) => isTroubled(chip.block)),
    'blocked by claims',
  );
  const uncertain = node.chips.filter((chip) => chip.shares.some((share) => share.state === 'uncertain'));
  count(uncertain, 'with an uncertain share');
  if (node.orphans.length > 0)
    problems.push(`${node.orphans.length} share${node.orphans.length === 1 ? '' : 's'} of missing chips`);
  return problems;
}

/** Sums over the figures of all nodes, and where the largest free piece is. */
export function clusterOf(rows) {
  const sum = {
    nodes: rows.length,
    chips: 0,
    shares: 0,
    used: 0,
    capacity: 0,
    free: 0,
    usable: 0,
    coresUsed: 0,
    idle: 0,
    troubled: 0,
    largest: 0,
    where: undefined,
  };
  for (const {node, figures} of rows) {
    for (const name of ['chips', 'shares', 'used', 'capacity', 'free', 'usable', 'coresUsed', 'idle'])
      sum[name] += figures[name];
    if (figures.problems.length > 0) sum.troubled += 1;
    if (figures.largest > sum.largest) {
      sum.largest = figures.largest;
      sum.where = node.name;
    }
  }
  return sum;
}

/** How many more shares of each size would fit, by memory and slots: [{size, count}]. */
export function roomFor(rows, sizes) {
  const counts = sizes.map(() => 0);
  for (const {node} of rows) {
    for (const chip of node.chips) {
      const piece = pieceOf(chip, node);
      if (piece > 0)
        sizes.forEach((size, at) => (counts[at] += Math.min(Math.floor(piece / size), chip.free.slots)));
    }
  }
  return sizes.map((size, at) => ({size, count: counts[at]}));
}
