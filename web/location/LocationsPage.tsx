export const LocationsPage = () => <h1>LocationsPage</h1>;
