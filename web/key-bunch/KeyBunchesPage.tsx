export const KeyBunchesPage = () => <h1>KeyBunchesPage</h1>;
