import { type ComponentType, useEffect, useState } from 'react';

type Source = { load: () => Promise<ComponentType>; Loaded?: ComponentType };
type PropsOf<C> = C extends ComponentType<infer P> ? P & object : never;

/**
 * A dialog loaded when it is first shown: the export `name` of a module. Nothing is rendered until then. Not lazy(): once React has rendered
 * a fallback, even an empty one, it delays the content by 300 ms. A module that can't be loaded fails the page around the dialog.
 */
export function lazyDialog<M, N extends keyof M>(load: () => Promise<M>, name: N) {
  const source: Source = { load: async () => (await load())[name] as ComponentType };
  return (props: PropsOf<M[N]>) => <WhenLoaded source={source} props={props} />;
}

function WhenLoaded({ source, props }: { source: Source; props: object }) {
  const [failed, setFailed] = useState<{ error: unknown }>();
  const [Loaded, setLoaded] = useState(() => source.Loaded);
  useEffect(() => {
    if (source.Loaded) return;
    source.load().then(
      (loaded) => {
        source.Loaded = loaded;
        setLoaded(() => loaded);
      },
      (error: unknown) => setFailed({ error }),
    );
  }, [source]);
  if (failed) throw failed.error;
  return Loaded ? <Loaded {...props} /> : null;
}
