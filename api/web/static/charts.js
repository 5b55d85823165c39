// Draws the charts of a page with Vega-Lite: in SVG, without eval, in the colours of the theme.

const root = document.documentElement;
const charts = [...document.querySelectorAll("[data-chart]")];
const views = new Map();

const script = (address) =>
  new Promise((resolve, reject) => {
    const one = document.createElement("script");
    one.src = address;
    one.async = false; // each needs the one before
    one.onload = resolve;
    one.onerror = () => reject(new Error(`${address} does not load`));
    document.head.append(one);
  });

function theme(width) {
  const style = getComputedStyle(root);
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name) => {
    probe.className = `ink-${name}`; // a custom property alone would still say light-dark(…)
    return getComputedStyle(probe).color;
  };
  const ink = colour("ink");
  const muted = colour("muted");
  const line = colour("line");
  const own = colour("series-0");
  const palette = [0, 1, 2, 3, 4, 5].map((nth) => colour(`series-${nth}`));
  const mark = colour("reference");
  probe.remove();
  const font = style.getPropertyValue("--sans").trim();
  const axis = {
    labelColor: ink, titleColor: muted, gridColor: line, domainColor: line, tickColor: line,
    labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal",
    labelLimit: Math.min(190, Math.round(width * 0.36)), titlePadding: 8, labelSeparation: 8,
  };
  return {
    aria: false,
    font,
    view: { stroke: null },
    axis,
    legend: { labelColor: ink, titleColor: muted, titleFontWeight: "normal", labelFontSize: 12, titleFontSize: 12, symbolType: "circle", symbolSize: 75, symbolOpacity: 1, offset: 4 },
    point: { color: own }, rule: { color: own }, line: { color: own }, area: { color: own }, bar: { color: own },
    range: { category: palette },
    style: { reference: { color: mark }, bin: { color: own, fillOpacity: 0.3 } },
  };
}

async function draw(element) {
  const spec = JSON.parse(element.dataset.chart);
  const stage = document.createElement("div");
  stage.className = "stage-of-chart";
  stage.setAttribute("aria-hidden", "true"); // the figure around says it in one sentence, the table in full
  const old = views.get(element);
  const before = [...element.childNodes];
  element.append(stage);
  const result = await vegaEmbed(stage, spec, {
    ast: true, // no eval: the policy forbids it
    renderer: "svg",
    actions: false,
    defaultStyle: false, // it would bring a style element; ours stands in cardstats.css
    tooltip: { disableDefaultStyle: true, theme: "cardstats" },
    config: theme(element.clientWidth),
    hover: false,
  });
  for (const one of before) one.remove();
  old?.finalize();
  views.set(element, result);
}

const near = (element) =>
  new Promise((resolve) => {
    new IntersectionObserver((seen, watch) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      resolve();
    }, { rootMargin: "60% 0px" }).observe(element);
  });

function save(name, address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

async function take(element, kind) {
  const { view } = views.get(element);
  const shade = getComputedStyle(document.body).backgroundColor;
  const name = `${element.dataset.name}.${kind}`;
  const before = view.background();
  view.background(shade); // a picture is looked at on any ground
  if (kind === "svg") {
    const text = await view.toSVG();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    save(name, address);
    URL.revokeObjectURL(address);
  } else {
    const canvas = await view.toCanvas(2);
    canvas.toBlob((blob) => {
      const address = URL.createObjectURL(blob);
      save(name, address);
      URL.revokeObjectURL(address);
    });
  }
  view.background(before);
  await view.runAsync();
}

function dress(element) {
  const panel = element.closest("[data-panel]");
  const data = panel?.querySelector("details[data-data]");
  if (data) data.open = false; // the drawing tells the same
  for (const button of panel?.querySelectorAll("button[data-take]") ?? []) {
    button.hidden = false;
    button.addEventListener("click", () => take(element, button.dataset.take));
  }
}

if (charts.length) {
  const vendor = document.querySelector("[data-vendor]").dataset.vendor.split(" ");
  const loaded = vendor.reduce((done, address) => done.then(() => script(address)), Promise.resolve());
  for (const element of charts) {
    near(element)
      .then(() => loaded)
      .then(() => draw(element))
      .then(() => dress(element))
      .then(() => { element.dataset.drawn = ""; });
  }
  const again = () => {
    for (const element of views.keys()) draw(element);
  };
  new MutationObserver(again).observe(root, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}
