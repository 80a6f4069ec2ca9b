// What the part of the address behind # says, and back. Pure.
//
// #node=NAME opens a node, #pod=NAMESPACE/NAME a pod's explanation, #view=waiting|decisions|state a list; q, sort and
// group shape the list of nodes.

const kViews = ['nodes', 'waiting', 'decisions', 'state'];
/** What shapes the list of nodes: an address that leaves it out changes nothing of it. */
export const shaping = ['q', 'sort', 'group'];

export const views = kViews;

/** {view, node, pod, outcome, q, sort, group}: texts, empty where the address says nothing. */
export function read(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const field = (name) => fields.get(name) ?? '';
  const pod = field('pod');
  const asked = field('view');
  const view = kViews.includes(asked) ? asked : 'nodes';
  return {
    view: pod ? 'pod' : view,
    pod,
    node: field('node'),
    outcome: field('outcome'),
    q: field('q'),
    sort: field('sort'),
    group: field('group'),
  };
}

/** The address of a route; only what differs from the ordinary is written. */
export function write(route) {
  const parts = [];
  const add = (name, value) => {
    if (value)
      parts.push(`${name}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')}`);
  };
  if (route.pod) add('pod', route.pod);
  else if (route.view && route.view !== 'nodes') add('view', route.view);
  add('node', route.node);
  add('outcome', route.outcome);
  for (const name of shaping) add(name, route[name]);
  return `#${parts.join('&')}`;
}
