import { Closing } from './Closing.tsx';
import { EmptyHook } from './EmptyHook.tsx';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Industries } from './Industries.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { OneNight } from './OneNight.tsx';
import { Pricing } from './Pricing.tsx';
import { Questions } from './Questions.tsx';

/** What a visitor sees at `/` and at any unknown address. Light in either theme. */
export function LandingPage() {
  return (
    <div className="light min-h-dvh bg-bg text-fg motion-safe:[html:has(&)]:scroll-smooth">
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <EmptyHook />
        <Features />
        <OneNight />
        <Industries />
        <Pricing />
        <Questions />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}
